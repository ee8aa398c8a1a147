import type { LibraryFramework } from "@udt/contract";
import { NODE_HEAD, NODE_TRAPS } from "./node-traps.ts";
import { PYTEST_HEAD, PYTEST_TRAPS } from "./pytest-traps.ts";
import { Random } from "./random.ts";
import type { Trap } from "./trap.ts";

export interface ComposedLibrary {
  /** Its number and its traps. */
  name: string;
  files: Record<string, string>;
  /** Parts of tests, which the framework counts as tests and names nowhere. */
  parts: number;
}

type Composed = Exclude<LibraryFramework, "shell" | "low_code">;
interface Kind {
  traps: readonly Trap[];
  /** What each test file of several traps begins with. */
  head: string;
  fileOf(name: string): string;
  folders: readonly string[];
}

const KINDS: Record<Composed, Kind> = {
  pytest: {
    traps: PYTEST_TRAPS,
    head: PYTEST_HEAD,
    fileOf: (name) => `test_${name.replaceAll("-", "_")}.py`,
    folders: ["", "tests/", "tests/deep/", "checks/one/"],
  },
  node_test: {
    traps: NODE_TRAPS,
    head: NODE_HEAD,
    fileOf: (name) => `${name}.test.mjs`,
    folders: ["", "tests/", "tests/deep/", "checks/one two/"],
  },
};
const AT_RANDOM = 4;

/** How many libraries have every trap between them, when their numbers follow each other. */
export const librariesForAll = (framework: Composed): number => Math.ceil(KINDS[framework].traps.length / 2);

/**
 * A repository as people publish them: some test files in nested folders, each of several of the ways in which a framework
 * tells cases apart and in which they come out. The same for the same number, and each number's is another.
 *
 * @param wanted names of its traps; else they follow from the number, too
 */
export function composeLibrary(framework: Composed, number: number, wanted?: readonly string[]): ComposedLibrary {
  const { traps, head, fileOf, folders } = KINDS[framework];
  const random = new Random(number);
  const places = [number, number + librariesForAll(framework)].map((place) => place % traps.length);
  const chosen = wanted
    ? traps.filter(({ name }) => wanted.includes(name))
    : [...new Set([...places.map((place) => traps[place]!), ...random.some(traps, AT_RANDOM)])];
  const files: Record<string, string> = {};
  const codes: string[] = [];
  let parts = 0;
  for (const { name, make } of chosen) {
    const made = make(random, fileOf);
    parts += made.parts ?? 0;
    for (const [path, text] of Object.entries(made.files ?? {}))
      files[`${name.replaceAll(/\W+/g, "_")}/${path}`] = text;
    if (made.code !== undefined) codes.push(made.code);
  }
  // What can stand beside others does, in one file or in two.
  const cut = random.below(codes.length + 1);
  for (const [index, part] of [codes.slice(0, cut), codes.slice(cut)].entries())
    if (part.length > 0) files[random.pick(folders) + fileOf(`mixed-${index}`)] = [head, ...part].join("\n");
  return { name: `library ${number}: ${chosen.map(({ name }) => name).join("; ")}`, files, parts };
}
