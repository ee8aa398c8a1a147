const en = {
  instant: "The project has this file already: no upload was needed.",
  done: "Uploaded.",
  icon_failed: "Its icon could not be fetched.",
  cancelled: "Cancelled.",
  failed: "Upload failed: {reason}",
  retrying: "Connection lost. The upload goes on by itself…",
  retry: "Go on",
  cancel: "Cancel",
  dismiss: "Remove from this list",
  step_of: "{number}/{count} {step}",
  step: {
    md5: "Computing MD5",
    upload_id: "Asking for an upload",
    chunks: "Uploading",
    synthesis: "Joining and reading the package",
    icon: "Fetching the icon",
  },
  refused: {
    not_an_app: "Wrong file type. Packages must be one of {types}.",
    other_platform: "Wrong file type: {type} packages cannot be installed on this device. Use {types}.",
    empty: "The file is empty.",
    too_large: "The file is larger than 1 GB.",
    spaces: "File names must not contain spaces. Rename the file and try again.",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    uploads: typeof en;
  }
}
