import { randomInt } from "node:crypto";
import { posix } from "node:path";
import { errorText } from "../../system/file-errors.ts";
import type { FileStat } from "../../system/file-nodes.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";

interface Entry {
  name: string;
  path: string;
  stat: FileStat;
}

/** `ls [-1aAdFhilnRrSt] [FILE…]`, one a line or in toybox's long form. */
const ls: Program = async (context) => {
  const letters = new Set(
    context.args
      .filter((arg) => /^-[A-Za-z1]/.test(arg))
      .join("")
      .replaceAll("-", ""),
  );
  const paths = context.args.filter((arg) => !/^-[A-Za-z1]/.test(arg) && arg !== "--");
  const wanted = paths.length > 0 ? paths : ["."];
  const files: Entry[] = [];
  const directories: Entry[] = [];
  let code = 0;
  for (const name of wanted) {
    const path = posix.resolve(context.cwd, name) + (name.endsWith("/") ? "/" : "");
    try {
      // A link given by name is followed, but not where the long form shows the link itself.
      const stat = context.phone.system.files.stat(path, !letters.has("l"));
      (stat.kind === "directory" && !letters.has("d") ? directories : files).push({ name, path, stat });
    } catch (error) {
      code = await failWith(context, `ls: ${name}: ${errorText(error)}`);
    }
  }
  await context.stdout(lines(context, files, letters));
  for (const [index, directory] of directories.entries()) {
    const needsTitle = wanted.length > 1 || letters.has("R");
    if (needsTitle) await context.stdout(`${index > 0 || files.length > 0 ? "\n" : ""}${directory.name}:\n`);
    await listDirectory(context, directory, letters);
  }
  return code;
};

async function listDirectory(context: ProgramContext, directory: Entry, letters: ReadonlySet<string>): Promise<void> {
  const entries = entriesOf(context, directory, letters);
  const total = letters.has("l") ? `total ${entries.reduce((sum, { stat }) => sum + blocks(stat), 0) / 2}\n` : "";
  await context.stdout(total + lines(context, entries, letters));
  if (!letters.has("R")) return;
  for (const entry of entries) {
    if (entry.stat.kind !== "directory" || entry.name === "." || entry.name === "..") continue;
    const name = posix.join(directory.name, entry.name);
    await context.stdout(`\n${name}:\n`);
    await listDirectory(context, { ...entry, name }, letters);
  }
}

function entriesOf(context: ProgramContext, directory: Entry, letters: ReadonlySet<string>): Entry[] {
  const { files } = context.phone.system;
  const names = files
    .list(directory.path)
    .filter((name) => letters.has("a") || letters.has("A") || !name.startsWith("."));
  if (letters.has("a")) names.unshift(".", "..");
  const entries = names.map((name) => {
    const path = posix.join(directory.path, name);
    return { name, path, stat: files.stat(path, false) };
  });
  if (letters.has("t")) entries.sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
  if (letters.has("S")) entries.sort((a, b) => b.stat.size - a.stat.size);
  return letters.has("r") ? entries.toReversed() : entries;
}

function lines(context: ProgramContext, entries: readonly Entry[], letters: ReadonlySet<string>): string {
  return entries
    .map(
      (entry) =>
        `${letters.has("i") ? `${entry.stat.ino} ` : ""}${letters.has("l") ? longLine(context, entry, letters) : entry.name}\n`,
    )
    .join("");
}

function longLine(context: ProgramContext, { name, path, stat }: Entry, letters: ReadonlySet<string>): string {
  const owner = letters.has("n") ? "2000   2000  " : `${ownerOf(path)}  ${ownerOf(path)}`;
  const size = letters.has("h") ? shortSize(stat.size) : String(stat.size);
  const date = new Date(stat.mtimeMs).toISOString().slice(0, 16).replace("T", " ");
  const target = stat.kind === "link" ? ` -> ${context.phone.system.files.readlink(path)}` : "";
  return `${modeText(stat)} ${stat.links} ${owner} ${size.padStart(6)} ${date} ${name}${target}`;
}

function ownerOf(path: string): string {
  return path.startsWith("/data/local/tmp")
    ? "shell"
    : path.startsWith("/storage") || path.startsWith("/sdcard")
      ? "media_rw"
      : "root ";
}

function modeText(stat: FileStat): string {
  const kind =
    (stat.mode & 0o170000) === 0o020000 ? "c" : stat.kind === "directory" ? "d" : stat.kind === "link" ? "l" : "-";
  return (
    kind +
    [6, 3, 0]
      .map((shift) => ["r", "w", "x"].map((letter, bit) => ((stat.mode >> shift) & (4 >> bit) ? letter : "-")).join(""))
      .join("")
  );
}

const blocks = (stat: FileStat): number => Math.ceil(stat.size / 4096) * 8;
const shortSize = (bytes: number): string =>
  bytes >= 1024 ** 2
    ? `${(bytes / 1024 ** 2).toFixed(1)}M`
    : bytes >= 1024
      ? `${(bytes / 1024).toFixed(1)}K`
      : `${bytes}`;

/** `stat [-L] [-c FORMAT] FILE…`. */
const stat: Program = async (context) => {
  const { flags, values, operands } = parseOptions(context.args, ["-c"]);
  const format = values.get("-c");
  let code = 0;
  for (const name of operands) {
    try {
      const path = posix.resolve(context.cwd, name);
      const found = context.phone.system.files.stat(path, flags.has("-L"));
      await context.stdout(`${format === undefined ? longStat(name, found) : formatStat(format, name, found)}\n`);
    } catch (error) {
      code = await failWith(context, `stat: '${name}': ${errorText(error)}`);
    }
  }
  return code;
};

const KIND_NAMES = { file: "regular file", directory: "directory", link: "symbolic link" } as const;

function formatStat(format: string, name: string, found: FileStat): string {
  const seconds = Math.floor(found.mtimeMs / 1000);
  const values: Record<string, string | number> = {
    a: (found.mode & 0o7777).toString(8),
    A: modeText(found),
    b: blocks(found),
    F: KIND_NAMES[found.kind],
    f: found.mode.toString(16),
    g: 2000,
    G: "shell",
    h: found.links,
    i: found.ino,
    n: name,
    N: `'${name}'`,
    s: found.size,
    u: 2000,
    U: "shell",
    x: longDate(found.mtimeMs),
    X: seconds,
    y: longDate(found.mtimeMs),
    Y: seconds,
    z: longDate(found.mtimeMs),
    Z: seconds,
    "%": "%",
  };
  return format.replace(/%([a-zA-Z%])/g, (whole, letter: string) => String(values[letter] ?? whole));
}

function longStat(name: string, found: FileStat): string {
  const mode = `${(found.mode & 0o7777).toString(8).padStart(4, "0")}/${modeText(found)}`;
  const date = longDate(found.mtimeMs);
  return `  File: ${name}
  Size: ${found.size}\t Blocks: ${blocks(found)}\t IO Blocks: 512\t${KIND_NAMES[found.kind]}
Device: 1h\t Inode: ${found.ino}\t Links: ${found.links}
Access: (${mode})\tUid: ( 2000/   shell)\tGid: ( 2000/   shell)
Access: ${date}
Modify: ${date}
Change: ${date}`;
}

function longDate(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23).replace("T", " ")}000000 +0000`;
}

const NAME_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `mktemp [-dqu] [-p FOLDER] [TEMPLATE]`: makes a file or folder of a new name and prints it. */
const mktemp: Program = async (context) => {
  const { flags, values, operands } = parseOptions(spreadLetters(context.args), ["-p"]);
  const template = operands[0] ?? "tmp.XXXXXXXXXX";
  const complain = (text: string) => (flags.has("-q") ? Promise.resolve(1) : failWith(context, `mktemp: ${text}`));
  if (!template.includes("XXXXXX")) return complain("need XXXXXX in template");
  const folder =
    values.get("-p") ??
    (operands[0] === undefined || flags.has("-t") ? (context.env["TMPDIR"] ?? "/data/local/tmp") : "");
  const end = template.lastIndexOf("X") + 1;
  const named = template.slice(0, end).replace(/(?<!X)X+$/, (letters) => letters.replace(/X/g, randomLetter));
  const shown = posix.join(folder, named + template.slice(end));
  const path = posix.resolve(context.cwd, shown);
  const { files } = context.phone.system;
  try {
    files.assertShellMayWrite(path, "open");
    if (flags.has("-d")) files.mkdir(path, false, 0o700);
    else if (!flags.has("-u")) files.write(path, "", 0o600);
  } catch (error) {
    return complain(`Failed to create ${flags.has("-d") ? "directory" : "file"} ${shown}: ${errorText(error)}`);
  }
  return print(context, `${shown}\n`);
};

const randomLetter = (): string => NAME_LETTERS.charAt(randomInt(NAME_LETTERS.length));

function spreadLetters(args: readonly string[]): string[] {
  return args.flatMap((arg) => (/^-[a-z]{2,}$/.test(arg) ? Array.from(arg.slice(1), (letter) => `-${letter}`) : [arg]));
}

export const fileCommands = { ls, mktemp, stat };
