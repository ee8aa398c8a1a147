import type { Namespaces, TextKey } from "../lib/i18n/index.ts";

/** A text of the shell's own. */
export type AppKey = TextKey<Namespaces["app"]>;
