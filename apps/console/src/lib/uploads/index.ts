export { acceptOf, refusalOf } from "./app-file.ts";
export { UploadRow, uploadFailure } from "./upload-row.tsx";
export { startUpload, useRunningUploads, useUploads, type Upload } from "./upload-store.ts";
export { md5Of } from "./md5.ts";
export { isTransient, sendFile } from "./uploader.ts";
