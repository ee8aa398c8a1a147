import { UNSEEN } from "@udt/base";
import { LIMITS } from "@udt/contract";
import { isAway } from "../../away.ts";

const COLUMN = 30;
/** Before a package that has a line of its own. */
const BEFORE_PACKAGE = " ".repeat(COLUMN + 4);

/** A label is the words of whoever made the app. */
const shown = (label: string): string =>
  Array.from(label.slice(0, LIMITS.device_app_name_max).toWellFormed(), (char) => (UNSEEN.test(char) ? " " : char))
    .join("")
    .replace(/\s+/g, " ")
    .trim();

/**
 * What scrcpy's server prints for `list_apps`, by package: a line for each app that can be opened, with its label in a column
 * of its own; a label that fills the column has its package on the next line. Labels may have several lines and so look like
 * the entry of another app: what is named twice has no name.
 * @see https://github.com/Genymobile/scrcpy/blob/fe7b84448b98052bc54ce7c5a58ffb83048db29f/server/src/main/java/com/genymobile/scrcpy/util/LogUtils.java
 */
export function parseAppNames(output: string): Map<string, string> {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  const lines = output.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith(" * ") && !line.startsWith(" - ")) continue;
    const text = line.slice(3);
    const next = lines[index + 1] ?? "";
    const isLong = text.length >= COLUMN && next.startsWith(BEFORE_PACKAGE);
    if (!isLong && text.slice(COLUMN - 1, COLUMN + 1) !== "  ") continue;
    const package_name = isLong ? next.slice(BEFORE_PACKAGE.length) : text.slice(COLUMN + 1);
    const name = shown(isLong ? text : text.slice(0, COLUMN));
    if (seen.has(package_name)) names.delete(package_name);
    else if (name !== "" && name !== package_name) names.set(package_name, name);
    seen.add(package_name);
  }
  return names;
}

/** What a device calls its apps: asked in the background, once for what is installed, and never twice at a time. */
export class AppNames {
  readonly #print: () => Promise<string>;
  /** By package and what of it was installed when. */
  #names: ReadonlyMap<string, string> = new Map();
  #asked: string | undefined;
  #isAsking = false;

  constructor(print: () => Promise<string>) {
    this.#print = print;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  of(stamp: string): string | undefined {
    return this.#names.get(stamp);
  }

  /** Asks, unless it was asked about just these before: then it has told all that it can. */
  ask(installed: readonly (readonly [package_name: string, stamp: string])[]): void {
    const wanted = installed.map(([, stamp]) => stamp).join("\n");
    if (this.#isAsking || wanted === this.#asked) return;
    this.#asked = wanted;
    this.#isAsking = true;
    const told = async () => {
      const names = parseAppNames(await this.#print());
      this.#names = new Map(
        installed.flatMap(([package_name, stamp]) => {
          const name = names.get(package_name);
          return name === undefined ? [] : [[stamp, name] as const];
        }),
      );
    };
    told()
      .catch((error: unknown) => {
        if (isAway(error)) this.#asked = undefined;
      })
      .finally(() => (this.#isAsking = false));
  }
}
