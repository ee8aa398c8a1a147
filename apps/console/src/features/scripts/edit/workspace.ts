/** What was changed of a repository's files and is not saved: on top of one commit, which all of it was read at. */
import type { BodyInputOf, ScriptEntry } from "@udt/contract";
import type { scriptEndpoints } from "@udt/contract/endpoints/scripts";

type SavedChange = BodyInputOf<(typeof scriptEndpoints)["scriptSave"]>["changes"][number];
/** What the editor changes: texts. */
export type FileChange = Exclude<SavedChange, { change: "picture" }>;

/** A file's text while it is edited. */
export interface Doc {
  text(): string;
  /** The same number means the same text, also after undoing. */
  version(): number;
  replace(text: string): void;
  /** It goes by another path now. */
  renamed(path: string): void;
  dispose(): void;
}

/** A file that was opened, made or renamed. */
interface Draft<D extends Doc> {
  /** Where it is in the commit; undefined for a new one. */
  base_path: string | undefined;
  /** Undefined while its text was not read. */
  doc: D | undefined;
  /** The document's version that is the commit's text; undefined when none is. */
  clean: number | undefined;
}

export interface Commit {
  commit_id: string;
  entries: readonly ScriptEntry[];
}

export class Workspace<D extends Doc = Doc> {
  #commit: Commit;
  #base: ReadonlyMap<string, ScriptEntry>;
  readonly #drafts = new Map<string, Draft<D>>();
  readonly #deleted = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #seen = { entries: [] as ScriptEntry[], changed: new Set<string>(), changes: 0 };

  constructor(commit: Commit) {
    this.#commit = commit;
    this.#base = byPath(commit.entries);
    this.#look();
  }

  get commit_id(): string {
    return this.#commit.commit_id;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The files as they would be saved, those that differ, and how many changes that is. The same object until something of it changes. */
  seen = (): Readonly<{ entries: readonly ScriptEntry[]; changed: ReadonlySet<string>; changes: number }> => this.#seen;

  docOf = (path: string): D | undefined => this.#drafts.get(path)?.doc;
  /** The documents of all files that are open, by path. */
  docs = (): ReadonlyMap<string, D> =>
    new Map([...this.#drafts].flatMap(([path, { doc }]) => (doc ? [[path, doc] as const] : [])));
  /** Where a file is in the commit; undefined for a new one. */
  basePath = (path: string): string | undefined => {
    const draft = this.#drafts.get(path);
    return draft ? draft.base_path : this.#base.has(path) ? path : undefined;
  };

  /** Whether a new file may be at a path: nothing is there, and no file on the way to it. */
  isFree(path: string): boolean {
    return this.#seen.entries.every(
      (entry) => entry.path !== path && !entry.path.startsWith(`${path}/`) && !path.startsWith(`${entry.path}/`),
    );
  }

  /** A file of the commit that is not among those that were listed. */
  revealed(entry: ScriptEntry): void {
    this.#setCommit({ ...this.#commit, entries: [...this.#commit.entries, entry] });
  }

  /** The text of a file has been read. */
  opened(path: string, doc: D): void {
    const base_path = this.basePath(path);
    this.#drafts.set(path, { base_path, doc, clean: doc.version() });
    this.#tell();
  }

  /** Somebody types. */
  touched(path: string): void {
    if (this.#seen.changed.has(path) !== this.#isChanged(path)) this.#tell();
  }

  added(path: string, doc: D): void {
    const base_path = this.#deleted.delete(path) ? path : undefined;
    this.#drafts.set(path, { base_path, doc, clean: undefined });
    this.#tell();
  }

  rename(path: string, next: string): void {
    const draft: Draft<D> = this.#drafts.get(path) ?? { base_path: path, doc: undefined, clean: undefined };
    this.#drafts.delete(path);
    this.#drafts.set(next, draft);
    draft.doc?.renamed(next);
    this.#tell();
  }

  delete(path: string): void {
    const base_path = this.basePath(path);
    this.#drop(path);
    if (base_path !== undefined) this.#deleted.add(base_path);
    this.#tell();
  }

  /** Takes back what was done to a file, by its path of now or before. Answers where it is then; undefined when it is gone. */
  discard(path: string): string | undefined {
    const [moved] = [...this.#drafts].find(([, { base_path }]) => base_path === path) ?? [];
    if (moved !== undefined && !this.#drafts.has(path)) return this.discard(moved);
    if (this.#deleted.delete(path)) {
      this.#tell();
      return path;
    }
    const base_path = this.basePath(path);
    this.#drop(path);
    this.#tell();
    return base_path;
  }

  /** What a save is to do. */
  changes(): FileChange[] {
    const written = [...this.#drafts].flatMap(([path, { base_path, doc }]): FileChange[] => {
      if (!this.#isChanged(path)) return [];
      if (base_path !== undefined && base_path !== path)
        return [{ change: "rename", path, old_path: base_path, text: doc?.text() ?? null }];
      const written = { change: "write", path, text: doc?.text() ?? "" } as const;
      return [base_path === undefined ? { ...written, is_new: true } : written];
    });
    return [...[...this.#deleted].map((path): FileChange => ({ change: "delete", path })), ...written];
  }

  /** Files whose text is the commit's, and shows. */
  cleanPaths = (): string[] => [...this.#drafts.keys()].filter((path) => !this.#isChanged(path));

  /** Which text of each file a save sends that begins now. */
  versions = (): ReadonlyMap<D, number> =>
    new Map([...this.#drafts.values()].flatMap(({ doc }) => (doc ? [[doc, doc.version()] as const] : [])));

  /** All that was changed is in a commit now, but for what was typed since it was sent. */
  saved(commit: Commit, sent: ReadonlyMap<D, number>): void {
    for (const [path, draft] of this.#drafts) {
      if (draft.doc && !sent.has(draft.doc)) continue;
      draft.base_path = path;
      draft.clean = draft.doc && sent.get(draft.doc);
    }
    this.#deleted.clear();
    this.#setCommit(commit);
  }

  /**
   * Goes on from a newer commit, with what was changed on top of it.
   * @param texts Of the files whose text is the commit's, as they are now; null for what is gone.
   * @param contested Files that others changed as well: they differ from now on, whatever they were before.
   */
  moveTo(commit: Commit, texts: ReadonlyMap<string, string | null>, contested: ReadonlySet<string> = new Set()): void {
    const base = byPath(commit.entries);
    for (const [path, draft] of this.#drafts) {
      const isChanged = this.#isChanged(path);
      const text = texts.get(path);
      if (contested.has(path)) draft.clean = undefined;
      if (!isChanged && (text === null || text === undefined || !base.has(path))) this.#drop(path);
      else if (!isChanged && text !== draft.doc?.text()) {
        draft.doc?.replace(text ?? "");
        draft.clean = draft.doc?.version();
      }
      // What others took away is new where it was changed here, and what others made is there already.
      if (isChanged && (draft.base_path === undefined || !base.has(draft.base_path)))
        draft.base_path = base.has(path) ? path : undefined;
    }
    for (const path of this.#deleted) if (!base.has(path)) this.#deleted.delete(path);
    this.#setCommit(commit);
  }

  dispose(): void {
    for (const { doc } of this.#drafts.values()) doc?.dispose();
    this.#drafts.clear();
  }

  #setCommit(commit: Commit): void {
    this.#commit = commit;
    this.#base = byPath(commit.entries);
    this.#tell();
  }

  #drop(path: string): void {
    this.#drafts.get(path)?.doc?.dispose();
    this.#drafts.delete(path);
  }

  #isChanged(path: string): boolean {
    const draft = this.#drafts.get(path);
    if (!draft) return false;
    return draft.base_path !== path || (draft.doc !== undefined && draft.doc.version() !== draft.clean);
  }

  #tell(): void {
    this.#look();
    for (const listener of this.#listeners) listener();
  }

  #look(): void {
    const moved = [...this.#drafts].filter(([path, { base_path }]) => base_path !== path);
    const gone = new Set([...this.#deleted, ...moved.map(([, { base_path }]) => base_path)]);
    const stay = this.#commit.entries.filter(({ path }) => !gone.has(path));
    const come = moved.map(([path, { base_path }]): ScriptEntry => {
      const entry = base_path === undefined ? undefined : this.#base.get(base_path);
      return { kind: "file", size_bytes: 0, ...entry, path };
    });
    const changed = new Set([...this.#drafts.keys()].filter((path) => this.#isChanged(path)));
    this.#seen = { entries: [...stay, ...come], changed, changes: changed.size + this.#deleted.size };
  }
}

const byPath = (entries: readonly ScriptEntry[]) => new Map(entries.map((entry) => [entry.path, entry]));
