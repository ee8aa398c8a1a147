import { posix } from "node:path";
import type { WordNode } from "just-bash";
import { FileError, errorText } from "../../system/file-errors.ts";
import { ShellError } from "./control.ts";
import { Descriptor, chunkSource } from "./descriptors.ts";
import { readerOf } from "../program.ts";
import type { Expander } from "./expansion.ts";
import type { Redirection } from "./nodes.ts";
import type { Scope } from "./state.ts";

/** The descriptors of a command with its redirections. Throws ShellError when one cannot be opened. */
export async function redirect(
  redirections: readonly Redirection[],
  scope: Scope,
  words: Expander,
): Promise<Map<number, Descriptor>> {
  const descriptors = new Map(scope.descriptors);
  for (const redirection of redirections) await apply(redirection, { ...scope, descriptors }, descriptors, words);
  return descriptors;
}

async function apply(
  { operator, fd, target }: Redirection,
  scope: Scope,
  descriptors: Map<number, Descriptor>,
  words: Expander,
): Promise<void> {
  const number = fd ?? (operator.startsWith("<") ? 0 : 1);
  if (target.type === "HereDoc") {
    const content = target.stripTabs ? withoutTabs(target.content) : target.content;
    descriptors.set(number, textDescriptor(await words.text(content, scope)));
    return;
  }
  const text = await words.text(target, scope);
  if (operator === "<<<") {
    descriptors.set(number, textDescriptor(`${text}\n`));
    return;
  }
  if (operator === "<&" || (operator === ">&" && /^(?:\d+|-)$/.test(text))) {
    const other = descriptors.get(Number(text));
    if (text === "-") descriptors.delete(number);
    else if (other) descriptors.set(number, other);
    else throw new ShellError(`illegal file descriptor name: ${text}`);
    return;
  }
  const descriptor = open(text, operator, scope);
  const isBoth = operator === "&>" || operator === "&>>" || (operator === ">&" && fd === null);
  descriptors.set(number, descriptor);
  if (isBoth) descriptors.set(2, descriptor);
}

/** `<<-`: the tabs at the beginning of its lines go, those that expansions bring stay. */
function withoutTabs(content: WordNode): WordNode {
  const parts = content.parts.map((part, index) => {
    if (part.type !== "Literal") return part;
    const value = part.value.replace(/\n\t+/g, "\n");
    return { ...part, value: index === 0 ? value.replace(/^\t+/, "") : value };
  });
  return { ...content, parts };
}

function textDescriptor(text: string): Descriptor {
  return new Descriptor({ source: chunkSource([new TextEncoder().encode(text)]) });
}

const STANDARD: Record<string, number> = { "/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2 };

function open(name: string, operator: Redirection["operator"], { phone, state, descriptors }: Scope): Descriptor {
  const path = posix.resolve(state.cwd, name);
  const copied = descriptors.get(STANDARD[path] ?? Number(/^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1] ?? NaN));
  if (copied) return copied;
  const { files } = phone.system;
  const encode = (output: Uint8Array | string) =>
    typeof output === "string" ? new TextEncoder().encode(output) : output;
  try {
    if (operator === "<") return new Descriptor({ source: chunkSource(files.chunks(path, readerOf(phone))) });
    files.assertShellMayWrite(path, "open");
    const isAppending = operator === ">>" || operator === "&>>" || operator === "<>";
    if (isAppending) {
      files.append(path, new Uint8Array(0));
      return new Descriptor({
        sink: async (output) => files.append(path, encode(output)),
        ...(operator === "<>" ? { source: chunkSource(files.chunks(path, readerOf(phone))) } : {}),
      });
    }
    const writer = files.writer(path);
    return new Descriptor({ sink: async (output) => writer.append(encode(output)) });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ShellError(`can't ${operator === "<" ? "open" : "create"} ${name}: ${errorText(error)}`);
  }
}
