/** What one process tells another, to be read by people: never a sentence, always a code of the table of words with its arguments. */
import { EVIDENCE_MAX, SAID_PARTS_MAX, type Said, storable, WORD_ARG_MAX, WORD_CODES } from "@udt/base";
import { z } from "zod";

export { evidenceLine, say, saidInEnglish, saidOf, saidText, SaidError, WORD_CODES, WORDS } from "@udt/base";
export type { Said, WordCode, WordTexts } from "@udt/base";

/** Raw words may hold anything. */
const raw = (max: number) => z.string().max(max).overwrite(storable);

const code = z.enum(WORD_CODES);
const args = z.record(z.string().max(40), z.union([raw(WORD_ARG_MAX), z.number()]));

/** Why something is as it is. `evidence` has the raw words of a device, tool or server, and is shown beneath, or else `more`: each of several things by itself. */
export const said = z.object({
  code,
  args,
  evidence: raw(EVIDENCE_MAX),
  more: z
    .array(z.object({ of: raw(WORD_ARG_MAX), code, args }))
    .max(SAID_PARTS_MAX)
    .optional(),
}) satisfies z.ZodType<Said>;
