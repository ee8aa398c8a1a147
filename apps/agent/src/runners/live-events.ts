import { caseStep, LIMITS, said } from "@udt/contract";
import { z } from "zod";
import type { CaseStep } from "./runner.ts";

/** A line of the events file that our part inside a process writes. Lengths are the process's word, and are cut by who keeps them. */
export const liveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), case: z.string(), time: z.number() }),
  /** Where in its file the case stands that begins now. */
  z.object({ type: z.literal("at"), case: z.string(), line: z.int().positive().max(1_000_000) }),
  z.object({
    type: z.literal("ended"),
    case: z.string(),
    time: z.number(),
    state: z.enum(["success", "failed"]),
    cause: z.enum(["none", "skipped", "assertion", "crash", "missing"]),
    /** One line of what went wrong, when that is not the message's first. */
    error: z.string().optional(),
    reason: said.optional(),
    message: z.string(),
    location: z.object({ file: z.string(), line: z.int().positive() }).optional(),
  }),
  z.object({ type: z.literal("output"), text: z.string(), case: z.string().optional() }),
  /** The test's own code has run; its end is told by another, who may never hear of it. */
  z.object({ type: z.literal("over"), case: z.string(), passed: z.boolean(), message: z.string() }),
  /** The process of a file has ended; whether that is a failure of the file's own. */
  z.object({
    type: z.literal("file_ended"),
    file: z.string(),
    failed: z.boolean(),
    reason: said.optional(),
    message: z.string(),
  }),
  /**
   * Of the cases of a JUnit file that the framework writes, in its order, those of the batch that each speaks of, by their
   * places in it. It goes on where the last one of the same file ended.
   */
  z.object({ type: z.literal("reported"), report: z.string(), cases: z.array(z.array(z.int().nonnegative())) }),
  /** A file of the library is being read, in which its code runs; empty when that is over. */
  z.object({ type: z.literal("collecting"), file: z.string() }),
  /** Something failed that is no case of the batch, and that none of its cases answers for. */
  z.object({
    type: z.literal("also_failed"),
    case: z.string(),
    time: z.number(),
    name: z.string(),
    file: z.string(),
    function: z.string(),
    reason: said.optional(),
    message: z.string(),
  }),
]);
export type LiveEvent = z.output<typeof liveEvent>;

/** A line of the steps file: a step that a script tells, a scene of which it wants a memory sample, or the name of the case whose steps follow. */
const stepLine = z.union([
  z.object({ case: z.string() }),
  z.object({ memory: z.string() }),
  z.object({
    name: z.string().transform((name) => name.slice(0, 300)),
    ok: z.boolean().default(true),
    screenshot: z.string().max(LIMITS.file_name_max).default(""),
    started_at: z.number().optional(),
    ended_at: z.number().optional(),
    // What of these is wrong leaves a step that says less.
    locator: caseStep.shape.locator.catch(undefined),
    found_by: caseStep.shape.found_by.catch(undefined),
  }),
]);

export function parseLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    const read = schema.safeParse(JSON.parse(line));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Sorts a steps file's lines by case. A step lasts from the one before it, or from where the script says. */
export class StepSorter {
  readonly #onStep: (step: CaseStep, case_key: string | null) => void;
  readonly #onScene: (scene: string) => void;
  #case: string | null = null;
  #last: number;

  constructor(onStep: (step: CaseStep, case_key: string | null) => void, onScene: (scene: string) => void) {
    this.#onStep = onStep;
    this.#onScene = onScene;
    this.#last = Date.now();
  }

  line(text: string): void {
    const read = parseLine(stepLine, text);
    if (!read) return;
    // No step lasts from there.
    if ("memory" in read) return this.#onScene(read.memory);
    const now = Date.now();
    if ("case" in read) this.#case = read.case;
    else {
      const ended_at = Math.round(read.ended_at ?? now);
      const started_at = Math.round(read.started_at ?? Math.min(this.#last, ended_at));
      const { name, ok, screenshot, locator, found_by } = read;
      const found = { ...(locator !== undefined && { locator }), ...(found_by && { found_by }) };
      this.#onStep({ name, ok, screenshot, started_at, ended_at, ...found }, this.#case);
    }
    this.#last = now;
  }
}
