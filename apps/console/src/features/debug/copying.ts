import { copyText } from "../../lib/components/index.ts";
import type { Translate } from "../../lib/i18n/index.ts";
import { hint } from "./hints.tsx";

/** Copies a text; one that the browser does not let us copy is offered for copying by hand. */
export const copyOrOffer = (t: Translate<"debug">, text: string, onCopied: () => void): void =>
  void copyText(text).then(onCopied, () => hint("warning", t("clipboard.not_allowed"), text));
