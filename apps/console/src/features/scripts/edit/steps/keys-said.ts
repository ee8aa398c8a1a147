import { IS_MAC, keysOf } from "../../../../lib/shortcuts/shortcuts.ts";

/** A key as tips say it. */
export const keySaid = (key: string): string => keysOf(key).join(IS_MAC ? "" : "+");
/** What a button does, with the key that does it as well. */
export const withKey = (label: string, key: string): string => `${label} (${keySaid(key)})`;
