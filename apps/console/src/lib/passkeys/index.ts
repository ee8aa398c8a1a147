export { makePasskey, PasskeyFault, type PasskeyFaultKind } from "./ceremony.ts";
export { PasskeysMissingNote } from "./missing-note.tsx";
export { passkeysMissing, type PasskeysMissing } from "./place.ts";
export { usePasskeyText } from "./use-passkey-text.ts";
