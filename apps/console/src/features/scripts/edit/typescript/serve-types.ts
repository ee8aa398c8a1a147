import type { Diagnostic } from "monaco-editor/languages/features/typescript/register";
import type { editor } from "monaco-editor/editor";
import type { EditorDoc } from "../docs.ts";
import type { Monaco } from "../monaco.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { declaredVariables, scriptVariables } from "../variables/variables.ts";
import { isTaken, NOTHING_KNOWN, placesOf, type KnownFile, type KnownFiles } from "./known-files.ts";
import type { ScriptService } from "./script-service.ts";

/** Somebody who types on is not told of each letter. */
const SETTLED_MS = 300;
const OWNER = "typescript";
/** What is imported is read, then what that imports, and so on: so many times. */
const DEPTH_MAX = 12;

const LANGUAGES = ["typescript", "javascript"] as const;
type Language = (typeof LANGUAGES)[number];

/** The service, where it runs. */
type Asked = Pick<ScriptService, "begin" | "know" | "wanted" | "getSyntacticDiagnostics" | "getSemanticDiagnostics">;

/**
 * Has TypeScript's service know the files of a repository, as far as open ones import them, and marks what it finds wrong.
 * It is loaded with the first file of its languages.
 * @returns ends it: of the repository nothing is left
 */
export function serveTypes(monaco: Monaco, files: RepositoryFiles): () => void {
  const { editor } = monaco;
  const heard = new Map<editor.ITextModel, () => void>();
  const asked = new Map<Language, Asked>();
  const served = new Map<Language, ServedLanguage>();
  let timer: number | undefined;
  let turn = 0;
  let isOver = false;

  const docsOf = (language: Language) =>
    new Map([...files.docs()].filter(([, { model }]) => model.getLanguageId() === language));

  const look = async () => {
    const mine = ++turn;
    const isLate = () => isOver || mine !== turn;
    for (const language of LANGUAGES) {
      const docs = docsOf(language);
      if (docs.size === 0 && !served.has(language)) continue;
      const worker = asked.get(language) ?? (await workerOf(monaco, language, docs));
      asked.set(language, worker);
      if (isLate()) return;
      const one = served.get(language) ?? new ServedLanguage(files);
      served.set(language, one);
      // Models that are open come along with each call.
      await workerOf(monaco, language, docs);
      try {
        if (!(await one.learn(worker, docs, isLate))) return;
      } finally {
        if (!isLate()) await worker.begin();
      }
      for (const { model } of docs.values())
        if (model.isAttachedToEditor()) await mark(monaco, worker, model, language, isLate);
    }
  };
  const settle = (ms: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void look().catch(reportError), ms);
  };
  const hear = (model: editor.ITextModel) => {
    if (heard.has(model)) return;
    const each = [
      model.onDidChangeContent(() => settle(SETTLED_MS)),
      model.onDidChangeAttached(() => settle(0)),
      model.onDidChangeLanguage(() => (editor.setModelMarkers(model, OWNER, []), settle(0))),
      model.onWillDispose(() => heard.delete(model)),
    ];
    heard.set(model, () => each.forEach((one) => one.dispose()));
  };
  const hearAll = () => {
    for (const { model } of files.docs().values()) hear(model);
    settle(0);
  };
  const unsubscribe = files.subscribe(hearAll);
  hearAll();
  return () => {
    isOver = true;
    window.clearTimeout(timer);
    unsubscribe();
    for (const stop of heard.values()) stop();
    for (const worker of asked.values()) void worker.know(NOTHING_KNOWN).catch(reportError);
  };
}

/** The service of one language, once it has these documents as they are. */
async function workerOf(monaco: Monaco, language: Language, docs: ReadonlyMap<string, EditorDoc>): Promise<Asked> {
  const { getJavaScriptWorker, getTypeScriptWorker } = monaco;
  const getWorker = await (language === "typescript" ? getTypeScriptWorker() : getJavaScriptWorker());
  // It is the console's own, which is told more than Monaco's.
  return (await getWorker(...[...docs.values()].map(({ model }) => model.uri))) as unknown as Asked;
}

/** What the service of one language has been told. */
class ServedLanguage {
  readonly #files: RepositoryFiles;
  #told = "";
  /** Paths that are imported, and where there is something. */
  readonly #paths = new Set<string>();
  readonly #absent = new Set<string>();

  constructor(files: RepositoryFiles) {
    this.#files = files;
  }

  /** Tells the service whatever its open files import. Answers whether it was not interrupted. */
  async learn(worker: Asked, docs: ReadonlyMap<string, EditorDoc>, isLate: () => boolean): Promise<boolean> {
    for (const path of this.#absent) if (this.#placeOf(path) !== undefined) this.#absent.delete(path);
    for (const { path, kind } of this.#files.entries())
      if (kind === "file" && path.endsWith(".d.ts")) this.#paths.add(path);
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const known = await this.#known(docs);
      if (isLate()) return false;
      const told = JSON.stringify([known.open, known.absent, Object.entries(known.read).map(versionOf)]);
      if (told !== this.#told) await worker.know(known);
      this.#told = told;
      const wanted = await worker.wanted();
      if (isLate()) return false;
      const news = wanted.filter((path) => this.#isNews(path));
      if (news.length === 0) break;
    }
    return true;
  }

  async #known(docs: ReadonlyMap<string, EditorDoc>): Promise<KnownFiles> {
    const paths = [...this.#paths].filter((path) => !docs.has(path) && this.#files.has(path));
    const found = await Promise.all(paths.map(async (path) => [path, await this.#files.file(path)] as const));
    return {
      open: Object.fromEntries([...docs].map(([path, { model }]) => [model.uri.toString(), path])),
      read: Object.fromEntries(found.flatMap(([path, file]) => (file ? [[path, file]] : []))),
      absent: [...this.#absent],
      ambient: declaredVariables(await scriptVariables()),
    };
  }

  /** Notes what is at a path that is imported. Answers whether that was not known. */
  #isNews(path: string): boolean {
    const place = this.#placeOf(path);
    // Of files that are not listed nobody knows whether they are there.
    if (place === undefined && !this.#files.isWhole) return false;
    const found = place === undefined ? this.#absent : this.#paths;
    const before = found.size;
    return found.add(place ?? path).size > before;
  }

  #placeOf = (path: string): string | undefined =>
    placesOf(path).find((place) => isTaken(place) && this.#files.has(place));
}

const versionOf = ([path, { version }]: [string, KnownFile]) => [path, version];

async function mark(
  monaco: Monaco,
  worker: Asked,
  model: editor.ITextModel,
  language: Language,
  isLate: () => boolean,
): Promise<void> {
  const name = model.uri.toString();
  const version = model.getVersionId();
  const syntax = await worker.getSyntacticDiagnostics(name);
  // JavaScript says nothing of types.
  const meaning = language === "typescript" ? await worker.getSemanticDiagnostics(name) : [];
  if (isLate() || model.isDisposed() || model.getVersionId() !== version) return;
  const markers = [...syntax, ...meaning].map((found) => ({
    ...rangeOf(model, found),
    message: wordsOf(found.messageText),
    severity: monaco.MarkerSeverity.Error,
    code: `ts(${found.code})`,
  }));
  monaco.editor.setModelMarkers(model, OWNER, markers);
}

function rangeOf(
  model: editor.ITextModel,
  { start = 0, length = 1 }: Diagnostic,
): {
  startLineNumber: number;
  startColumn: number;
  endLineNumber: number;
  endColumn: number;
} {
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(start + length);
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}

/** The compiler's words with their reasons, each further in. */
function wordsOf(text: Diagnostic["messageText"], depth = 0): string {
  const indent = "  ".repeat(depth);
  if (typeof text === "string") return indent + text;
  return [indent + text.messageText, ...(text.next ?? []).map((next) => wordsOf(next, depth + 1))].join("\n");
}
