import type { RepositoryFiles } from "../repository-files.ts";
import { pathOfModule, type PythonFiles } from "./modules.ts";
import { outlineOf, type PythonOutline } from "./outline.ts";

/** So many files are read beside those that an open one imports: what could be imported is offered. */
const OTHERS_MAX = 40;
const FILES_MAX = 120;

/** What the files of Python of a repository declare, each read once as it stands. */
export class KnownPython {
  readonly #files: RepositoryFiles;
  readonly #known = new Map<string, { version: string; outline: PythonOutline }>();

  constructor(files: RepositoryFiles) {
    this.#files = files;
  }

  /** As seen from a file: what it imports, what pytest has it find, and what it could import. */
  async seenFrom(path: string): Promise<PythonFiles> {
    const all = this.#files
      .entries()
      .flatMap((one) => (one.kind === "file" && one.path.endsWith(".py") ? one.path : []));
    const there = new Set(all);
    const found = new Map<string, PythonOutline>();
    const isShared = (one: string) => /(?:^|\/)(?:conftest|__init__)\.py$/.test(one);
    const isTest = (one: string) => /(?:^|\/)test_[^/]*$/.test(one);
    const others = all.filter((one) => !isShared(one) && !isTest(one)).slice(0, OTHERS_MAX);
    let next = [path, ...all.filter(isShared).slice(0, OTHERS_MAX), ...others];
    while (next.length > 0 && found.size < FILES_MAX) {
      const read = await Promise.all(next.map(async (one) => [one, await this.#outline(one)] as const));
      for (const [one, outline] of read) if (outline) found.set(one, outline);
      const imported = read.flatMap(([one, outline]) =>
        (outline?.imports ?? []).flatMap(({ module, name }) =>
          [module, name === undefined ? module : `${module}.${name}`].flatMap(
            (wanted) => pathOfModule(wanted, one, (at) => there.has(at)) ?? [],
          ),
        ),
      );
      const tried = new Set(next);
      next = [...new Set(imported)].filter((one) => !found.has(one) && !tried.has(one));
    }
    return found;
  }

  async #outline(path: string): Promise<PythonOutline | undefined> {
    const file = await this.#files.file(path).catch(() => undefined);
    if (!file) return undefined;
    const known = this.#known.get(path);
    if (known?.version === file.version) return known.outline;
    const outline = outlineOf(file.text);
    this.#known.set(path, { version: file.version, outline });
    return outline;
  }
}
