import type { AppFile, AppFileLimits } from "./app-file.ts";
import type { Archive } from "./zip/archive.ts";

/** One kind of app package. Formats are told apart by the entries they must have. */
export interface PackageFormat {
  matches(names: ReadonlySet<string>): boolean;
  /** Throws an AppFileFault for what the package does wrong. */
  read(archive: Archive, limits: AppFileLimits): Promise<AppFile>;
}
