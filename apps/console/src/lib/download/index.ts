export { assertReadable, save, saveContent, useDownload, useTold } from "./use-download.ts";
