import { programs } from "./commands/index.ts";
import { InputQueue } from "./input-queue.ts";
import { canRunLive, liveFilters } from "./live-filters.ts";
import type { Program, ProgramContext } from "./program.ts";
import { type SimpleCommand, splitSimpleCommand } from "./words.ts";

/** Commands that may run until they are stopped, so that a pipeline behind them must not wait for their end. */
const ENDLESS = new Set(["getevent", "logcat", "top"]);
/** Options that make them end by themselves. */
const ENDING = /^-(?:[cdgGnptS]|n\d+|t\d+)$/;

interface Stage {
  program: Program;
  command: SimpleCommand;
}

/** The stages of a pipeline that starts with an endless command and can be run live; undefined for any other. */
export function liveStages(texts: readonly string[]): Stage[] | undefined {
  if (texts.length < 2) return undefined;
  const stages: Stage[] = [];
  for (const [index, text] of texts.entries()) {
    const command = splitSimpleCommand(text);
    const [name = "", ...args] = command?.words ?? [];
    const isLive = index > 0 ? canRunLive(name, args) : ENDLESS.has(name) && !args.some((arg) => ENDING.test(arg));
    const program = index > 0 ? liveFilters.get(name) : programs.get(name);
    if (!command || !program || !isLive) return undefined;
    stages.push({ program, command });
  }
  return stages;
}

/** Runs all stages at once, each line going through as it comes. Answers the last one's exit code. */
export async function runLive(stages: readonly Stage[], context: Omit<ProgramContext, "args">): Promise<number> {
  const stops = stages.map(() => new AbortController());
  const queues = stages.map((_stage, index) => new InputQueue(() => stops[index]!.signal.aborted));
  const runs = stages.map(async ({ program, command }, index) => {
    const next = queues[index + 1];
    const stop = stops[index]!;
    try {
      return await program({
        ...context,
        args: command.words.slice(1),
        env: { ...context.env, ...command.assignments },
        stdin: index === 0 ? context.stdin : queues[index]!,
        stdout: next
          ? (output) => next.push(typeof output === "string" ? Buffer.from(output) : output)
          : context.stdout,
        signal: AbortSignal.any([context.signal, stop.signal]),
      });
    } finally {
      next?.end();
      // A stage that has seen enough ends the ones that feed it, as SIGPIPE does.
      for (const feeding of stops.slice(0, index)) feeding.abort();
      queues[index]!.end();
    }
  });
  const codes = await Promise.all(runs);
  return codes.at(-1) ?? 0;
}
