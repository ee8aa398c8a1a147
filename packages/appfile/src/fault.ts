import { type Said, SaidError, say } from "@udt/base";
import type { AppFileError, AppFileErrorCode } from "./app-file.ts";

/** Words of packages that need no arguments: the particular is their evidence. */
type PackageWord =
  | "package_damaged"
  | "package_encrypted"
  | "package_no_app"
  | "package_no_manifest"
  | "package_no_name"
  | "package_not_archive"
  | "package_outside"
  | "package_split"
  | "package_too_large"
  | "package_unknown_kind"
  | "package_unpacks_too_large"
  | "package_unsafe";

/** Carries an {@link AppFileError} out of nested parsing; caught once, at the package's boundary. */
export class AppFileFault extends SaidError {
  readonly code: AppFileErrorCode;

  constructor(code: AppFileErrorCode, said: Said) {
    super(said);
    this.name = "AppFileFault";
    this.code = code;
  }

  toError(): AppFileError {
    return { code: this.code, said: this.said };
  }
}

/** What a reader found, in its own words for whoever made the package, and what that comes to for everybody else. */
const fault =
  (code: AppFileErrorCode, otherwise: PackageWord) =>
  (detail: string, word: PackageWord = otherwise): AppFileFault =>
    new AppFileFault(code, say(word, {}, detail));

export const corrupt = fault("corrupt", "package_damaged");
export const hostile = fault("hostile", "package_unsafe");
export const unsupported = fault("unsupported", "package_unknown_kind");
export const notAPackage = fault("not_a_package", "package_no_app");
export const tooLarge = fault("too_large", "package_too_large");
