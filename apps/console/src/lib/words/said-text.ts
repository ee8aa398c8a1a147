import { evidenceLine, type FailureWords, type Said } from "@udt/contract";
import { getT } from "../i18n/index.ts";

/** What is said, in the user's language. Its evidence is shown beneath, or by {@link saidLine}. */
export const saidText = ({ code, args }: Pick<Said, "code" | "args">): string => getT("words")(code, args);

/** One of several things that are said together. */
const partLine = (part: NonNullable<Said["more"]>[number]): string => `${part.of} · ${saidText(part)}`;

/** The same where there is one line: in tables, tooltips and messages. */
export function saidLine(said: Said): string {
  const text = saidText(said);
  const [first] = said.more ?? [];
  if (first) return `${text} (${partLine(first)})`;
  const line = evidenceLine(said);
  return line === "" ? text : `${text} (${line})`;
}

/** What lists say of a failure: the line of the framework, else why in the user's language; empty where nobody said anything. */
export const failureLine = ({ error, reason }: FailureWords): string =>
  error === "" && reason !== null ? saidText(reason) : error;
