/** How what was changed of a script repository's files is saved as a commit, from wherever that is. */
export { MessageField } from "./message-field.tsx";
export { SaveFault } from "./save-fault.tsx";
export { SaveFields } from "./save-fields.tsx";
export { isChangedByOthers, saveCommit, STALE_BY_SAVES, useSaveWish, type Saving, type SaveWish } from "./use-save.ts";
