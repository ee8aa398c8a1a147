/** What the TypeScript service is told of a repository. */

export interface KnownFile {
  text: string;
  /** Another one for another text. */
  version: string;
}

export interface KnownFiles {
  /** Paths of open files, by the names that their models have. */
  open: Readonly<Record<string, string>>;
  /** Files that have been read, by path. */
  read: Readonly<Record<string, KnownFile>>;
  /** Paths that were looked for, and at which nothing is. */
  absent: readonly string[];
  /** Declarations of what every script finds. */
  ambient: string;
}

export const NOTHING_KNOWN: KnownFiles = { open: {}, read: {}, absent: [], ambient: "" };

const ENDINGS = ["", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"];

/** Where a path that an import names may be: Node takes it as it is, others add its ending. */
export const placesOf = (path: string): string[] => ENDINGS.map((ending) => path + ending);

const TAKEN = /\.(?:[cm]?ts|tsx|[cm]?js|jsx|json)$/;

/** Whether a file is one that the service reads. */
export const isTaken = (path: string): boolean => TAKEN.test(path);

/** The path that an import means, seen from the file that it stands in; undefined where it leaves the repository. */
export function pathOf(specifier: string, from: string): string | undefined {
  const names = from.split("/").slice(0, -1);
  for (const name of specifier.split("/")) {
    if (name === "." || name === "") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join("/");
}

export const isRelative = (specifier: string): boolean => specifier.startsWith("./") || specifier.startsWith("../");
