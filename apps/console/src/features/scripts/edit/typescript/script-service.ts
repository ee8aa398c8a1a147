import {
  TypeScriptWorker,
  type Completions,
  type Snapshot,
  type Told,
} from "monaco-editor/languages/features/typescript/tsWorker.js";
import type { Diagnostic } from "monaco-editor/languages/features/typescript/register";
import { isRelative, isTaken, NOTHING_KNOWN, pathOf, placesOf, type KnownFiles } from "./known-files.ts";
import { NODE_INDEX, NODE_MODULES, NODE_TYPES } from "./node-types.ts";

/** Files that are read but not open are called by their paths behind this. */
const READ = "repository:///";
const AMBIENT = "ambient:///udt.d.ts";
/** An empty file whose name changes with what is known: the compiler looks for all imports anew then. */
const TURN = "turn:///";

const KIND_JS = 1;
const KIND_TS = 3;
const KIND_JSON = 6;

interface Meant {
  /** The file's name in the service. */
  file?: string;
  /** Where in the repository it should be. */
  path?: string;
  /** All is known of it: it is there, it is declared, or it is certainly not there. */
  isKnown: boolean;
}

/** TypeScript's service for the scripts of one repository: what they import is found by its path, wherever its text is. */
export class ScriptService extends TypeScriptWorker {
  #known = NOTHING_KNOWN;
  #absent: ReadonlySet<string> = new Set();
  #names: ReadonlyMap<string, string> = new Map();
  #turn = 0;
  #first = Promise.withResolvers<void>();

  /** Takes this for all there is from now on; of another repository nothing is left. */
  async know(known: KnownFiles): Promise<void> {
    this.#known = known;
    this.#absent = new Set(known.absent);
    this.#names = new Map(Object.entries(known.open).map(([name, path]) => [path, name]));
    this.#turn++;
    if (Object.keys(known.open).length === 0) this.#first = Promise.withResolvers();
  }

  /** What is asked from now on is answered: what could be read has been. */
  async begin(): Promise<void> {
    this.#first.resolve();
  }

  /** Paths that open files import, they or what they import, and that have not been read. */
  async wanted(): Promise<string[]> {
    const found = Object.keys(this.#known.open).flatMap((name) => this.#look(name).wanted);
    return [...new Set(found)];
  }

  /** Of a file that imports what is not known nothing is said: what it means may be right. */
  override async getSemanticDiagnostics(fileName: string): Promise<Diagnostic[]> {
    if (!(fileName in this.#known.open) || !this.#look(fileName).isKnown) return [];
    return super.getSemanticDiagnostics(fileName);
  }

  /** Somebody who asks at once is not told that what is imported means nothing. */
  override async getCompletionsAtPosition(fileName: string, offset: number): Promise<Completions | undefined> {
    await this.#first.promise;
    return super.getCompletionsAtPosition(fileName, offset);
  }

  override async getSignatureHelpItems(fileName: string, offset: number, how: object): Promise<object | undefined> {
    await this.#first.promise;
    return super.getSignatureHelpItems(fileName, offset, how);
  }

  override async getQuickInfoAtPosition(fileName: string, offset: number): Promise<Told | undefined> {
    await this.#first.promise;
    return super.getQuickInfoAtPosition(fileName, offset);
  }

  override getScriptFileNames(): string[] {
    const models = super.getScriptFileNames();
    const declared = Object.keys(this.#known.read).filter((path) => path.endsWith(".d.ts"));
    return [NODE_INDEX, AMBIENT, `${TURN}${this.#turn}.d.ts`, ...models, ...declared.map((path) => READ + path)];
  }

  override getScriptVersion(fileName: string): string {
    if (NODE_TYPES.has(fileName)) return "1";
    if (fileName === AMBIENT) return this.#known.ambient;
    return this.#readAs(fileName)?.version ?? super.getScriptVersion(fileName);
  }

  override readFile(fileName: string): string | undefined {
    if (fileName === AMBIENT) return this.#known.ambient;
    if (fileName.startsWith(TURN)) return "export {};";
    return NODE_TYPES.get(fileName) ?? this.#readAs(fileName)?.text ?? super.readFile(fileName);
  }

  override fileExists(fileName: string): boolean {
    return this.readFile(fileName) !== undefined;
  }

  override getScriptSnapshot(fileName: string): Snapshot | undefined {
    const text = this.readFile(fileName);
    if (text === undefined) return undefined;
    return {
      getText: (start, end) => text.slice(start, end),
      getLength: () => text.length,
      getChangeRange: () => undefined,
    };
  }

  override getScriptKind(fileName: string): number {
    if (fileName.endsWith(".json")) return KIND_JSON;
    if (/\.[cm]ts$/.test(fileName)) return KIND_TS;
    if (/\.[cm]js$/.test(fileName)) return KIND_JS;
    return super.getScriptKind(fileName);
  }

  /** Asked for by the compiler. */
  useCaseSensitiveFileNames(): boolean {
    return true;
  }

  /** Asked for by the compiler. */
  resolveModuleNameLiterals(literals: readonly { readonly text: string }[], from: string): object[] {
    return literals.map(({ text }) => {
      const { file } = this.#meant(text, from);
      return { resolvedModule: file && { resolvedFileName: file, extension: endingOf(file) } };
    });
  }

  #readAs(fileName: string) {
    return fileName.startsWith(READ) ? this.#known.read[fileName.slice(READ.length)] : undefined;
  }

  #meant(specifier: string, from: string): Meant {
    if (NODE_TYPES.has(from)) return meantByNode(specifier, from);
    if (!isRelative(specifier)) return { isKnown: NODE_MODULES.has(specifier) };
    const at = from.startsWith(READ) ? from.slice(READ.length) : this.#known.open[from];
    const path = at === undefined ? undefined : pathOf(specifier, at);
    if (path === undefined) return { isKnown: false };
    for (const place of placesOf(path)) {
      const file = this.#fileAt(place);
      if (file !== undefined) return { file, isKnown: true };
    }
    return { path, isKnown: this.#absent.has(path) };
  }

  #fileAt(path: string): string | undefined {
    const name = this.#names.get(path);
    // An open file of the other language has no model here, and is read.
    if (name !== undefined && super.readFile(name) !== undefined && isTaken(path)) return name;
    return path in this.#known.read ? READ + path : undefined;
  }

  /** A file with all that it imports. */
  #look(first: string): { isKnown: boolean; wanted: string[] } {
    const program = this.getLanguageService().getProgram();
    const seen = new Set([first]);
    const wanted = new Set<string>();
    let isAllKnown = true;
    for (const name of seen)
      for (const { text } of program?.getSourceFile(name)?.imports ?? []) {
        const { file, path, isKnown } = this.#meant(text, name);
        if (file !== undefined) seen.add(file);
        else if (path !== undefined && !isKnown) wanted.add(path);
        isAllKnown &&= isKnown;
      }
    return { isKnown: isAllKnown, wanted: [...wanted] };
  }
}

/** The types of Node import one another, and those of the library that its `fetch` is. */
function meantByNode(specifier: string, from: string): Meant {
  const path = isRelative(specifier) ? pathOf(specifier, from) : `/node_modules/${specifier}`;
  const places = [path, `${path}.d.ts`, `${path?.replace(/\.js$/, "")}.d.ts`, `${path}/index.d.ts`];
  const file = places.find((place) => place !== undefined && NODE_TYPES.has(place));
  return file === undefined ? { isKnown: true } : { file, isKnown: true };
}

const endingOf = (file: string): string => (/\.d\.[cm]?ts$/.exec(file) ?? /\.\w+$/.exec(file))?.[0] ?? ".ts";
