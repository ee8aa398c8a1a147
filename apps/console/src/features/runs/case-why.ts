import type { CaseRun } from "@udt/contract";
import { saidLine } from "../../lib/words/index.ts";

/** Why a case came out so, in a line: what UDT says of it, then what its framework said; empty where nobody said anything. */
export const whyOf = ({ reason, error }: Pick<CaseRun, "reason" | "error">): string =>
  [reason === null ? "" : saidLine(reason), error].filter(Boolean).join(": ");
