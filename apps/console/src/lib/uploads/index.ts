export { acceptOf, refusalOf } from "./app-file.ts";
export { UploadRow, uploadFailure } from "./upload-row.tsx";
export { startUpload, useRunningUploads, useUploads, type Upload } from "./upload-store.ts";
