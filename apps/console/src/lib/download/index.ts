export { assertReadable, save, useDownload, useTold } from "./use-download.ts";
