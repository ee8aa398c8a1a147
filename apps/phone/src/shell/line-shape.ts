import type { CommandNode, PipelineNode, ScriptNode, SimpleCommandNode, WordNode } from "just-bash";

/** Commands that read stdin when they are given no file. */
const READERS = new Set(
  "awk base64 cat comm cut dd egrep expand fgrep grep gunzip gzip head md5sum nl od paste read rev sed sh sha1sum sha256sum sort split strings tac tail tar tee tr uniq wc while xargs zcat".split(
    " ",
  ),
);

/** How many arguments are the command's own (a pattern, a script) before files follow; absent means none. */
const OWN_ARGUMENTS: Record<string, number> = {
  awk: 1,
  egrep: 1,
  fgrep: 1,
  grep: 1,
  sed: 1,
  tr: 99,
  tee: 99,
  xargs: 99,
  read: 99,
};

/** Whether a command takes its standard input, judged by its words. */
export function readsInput([name, ...args]: readonly string[]): boolean {
  if (!name || !READERS.has(name)) return false;
  if (name === "sh") return args.length === 0;
  const operands = args.filter((arg) => arg === "-" || !arg.startsWith("-"));
  return operands.includes("-") || operands.length <= (OWN_ARGUMENTS[name] ?? 0);
}

/** One pipeline of a line, and when it runs: always, or only if the one before succeeded or failed. */
export interface LineStep {
  text: string;
  after: ";" | "&&" | "||";
  /** Its first command takes the shell's stdin. */
  reads: boolean;
  /** The commands between its pipes, when none of them is negated or timed. */
  stages: string[];
}

/**
 * Takes a composed line apart so that each step's output comes when the step ends, and a step that cannot open its
 * redirection fails alone. A line whose steps share more than variables and a directory (functions, here-documents,
 * background jobs, shell options), or that does not parse, stays one step.
 */
export async function stepsOf(line: string): Promise<LineStep[]> {
  const { parse, serialize } = await import("just-bash");
  let script: ScriptNode;
  try {
    script = parse(line);
  } catch {
    // Running it says what is wrong with it.
    return [{ text: line, after: ";", reads: false, stages: [] }];
  }
  const isWhole =
    script.statements.some((statement) => statement.background) || NEEDS_WHOLE.test(JSON.stringify(script));
  if (isWhole) {
    const reads = script.statements.some((statement) => statement.pipelines.some(pipelineReads));
    return [{ text: line, after: ";", reads, stages: [] }];
  }
  const textOf = (pipeline: PipelineNode) =>
    serialize({
      type: "Script",
      statements: [{ type: "Statement", pipelines: [pipeline], operators: [], background: false }],
    }).trim();
  return script.statements.flatMap((statement) =>
    statement.pipelines.map((pipeline, index) => ({
      text: textOf(pipeline),
      after: index === 0 ? (";" as const) : (statement.operators[index - 1] ?? ";"),
      reads: pipelineReads(pipeline),
      stages:
        pipeline.negated || pipeline.timed
          ? []
          : pipeline.commands.map((command) => textOf({ ...pipeline, commands: [command] })),
    })),
  );
}

/** Nodes and builtins whose effect would be lost between two runs. */
const NEEDS_WHOLE =
  /"type":"(?:FunctionDef|HereDoc)|"operator":"<<-?"|"value":"(?:set|shopt|trap|alias|local|declare|typeset|readonly|return)"/;

function pipelineReads(pipeline: PipelineNode): boolean {
  const first = pipeline.commands[0];
  if (!first) return false;
  if (first.type !== "SimpleCommand") return compoundReads(first);
  if (first.redirections.some((redirection) => redirection.operator.startsWith("<"))) return false;
  return readsInput(wordsOf(first));
}

/** A loop, group or condition: it reads when its text names a reader. Waiting too long is the price of not following it. */
function compoundReads(command: CommandNode): boolean {
  return /"value":"(?:read|cat|xargs)"/.test(JSON.stringify(command));
}

function wordsOf(command: SimpleCommandNode): string[] {
  return [nameOf(command), ...command.args.map(literalOf)];
}

function nameOf(command: CommandNode | undefined): string {
  return command?.type === "SimpleCommand" && command.name
    ? literalOf(command.name).replace(/^\/system\/bin\//, "")
    : "";
}

/** The word as written; an expansion stands as something that is not empty and not an option. */
function literalOf(word: WordNode): string {
  return word.parts.map((part) => ("value" in part && typeof part.value === "string" ? part.value : "$")).join("");
}
