export {
  type AndroidAppFile,
  type AppFile,
  type AppFileError,
  type AppFileErrorCode,
  type AppFileLimits,
  type AppIcon,
  DEFAULT_LIMITS,
} from "./app-file.ts";
export { readAppFile } from "./read-app-file.ts";
