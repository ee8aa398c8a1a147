/** What one process tells another, to be read by people: never a sentence, always a code of the table of words with its arguments. */
import { EVIDENCE_MAX, type Said, storable, WORD_ARG_MAX, WORD_CODES } from "@udt/base";
import { z } from "zod";

export { say, saidInEnglish, saidOf, saidText, SaidError, WORD_CODES, WORDS } from "@udt/base";
export type { Said, WordCode, WordTexts } from "@udt/base";

/** Raw words may hold anything. */
const raw = (max: number) => z.string().max(max).overwrite(storable);

/** Why something is as it is. `evidence` has the raw words of a device, tool or server, and is shown beneath. */
export const said = z.object({
  code: z.enum(WORD_CODES),
  args: z.record(z.string().max(40), z.union([raw(WORD_ARG_MAX), z.number()])),
  evidence: raw(EVIDENCE_MAX),
}) satisfies z.ZodType<Said>;
