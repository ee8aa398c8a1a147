import { textBefore } from "@udt/base";

/** The first line that says anything, for lists. */
export const firstLine = (text: string): string => textBefore(text.trimStart(), "\n").trim();
