import type { AppFileError, AppFileErrorCode } from "./app-file.ts";

/** Carries an {@link AppFileError} out of nested parsing; caught once, at the package's boundary. */
export class AppFileFault extends Error {
  readonly code: AppFileErrorCode;

  constructor(code: AppFileErrorCode, message: string) {
    super(message);
    this.name = "AppFileFault";
    this.code = code;
  }

  toError(): AppFileError {
    return { code: this.code, message: this.message };
  }
}

export const corrupt = (message: string): AppFileFault => new AppFileFault("corrupt", message);
export const hostile = (message: string): AppFileFault => new AppFileFault("hostile", message);
export const unsupported = (message: string): AppFileFault => new AppFileFault("unsupported", message);
