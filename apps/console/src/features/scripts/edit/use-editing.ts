import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import type { DataOf, ScriptEntry, ScriptRepository } from "@udt/contract";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { isChangedByOthers, saveCommit, STALE_BY_SAVES, type SaveWish } from "../../../lib/commits/index.ts";
import { docFor, type EditorDoc } from "./docs.ts";
import { useMonaco } from "./monaco.ts";
import { RepositoryFiles } from "./repository-files.ts";
import { servePython } from "./python/serve-python.ts";
import { serveSnippets } from "./snippets/serve-snippets.ts";
import { serveTypes } from "./typescript/serve-types.ts";
import { Workspace, type Commit, type FileChange } from "./workspace.ts";

/** A file that others changed as well: their text, and the one here; null for none. */
export interface Conflict {
  path: string;
  theirs: string | null;
  mine: string | null;
}
export interface Conflicts {
  commit: Commit;
  list: readonly Conflict[];
  /** Who is known to have changed one of them, and by which commit. */
  author_name: string;
  commit_id: string;
}
export type Choice = "theirs" | "mine";

export interface Place {
  project: string;
  script: ScriptRepository;
  /** Empty: the main one. */
  branch: string;
}

const textQuery = ({ project, script, branch }: Place, commit_id: string, path: string) => ({
  ...queryOf(scriptEndpoints.scriptFile, {
    params: { repo_id: script.repo_id },
    query: { project, branch, commit_id, path },
  }),
  staleTime: Infinity,
});

/** A file as it is in the commit that is edited; not asked for without a path. */
export const useFileAt = (place: Place, commit_id: string, path: string | undefined) =>
  useQuery({ ...textQuery(place, commit_id, path ?? ""), enabled: path !== undefined });

/** Reads what is in a repository at one commit. */
function useReads(place: Place) {
  const queryClient = useQueryClient();
  const { project, script, branch } = place;
  /** Files that are beyond those that are listed, and were opened all the same. */
  const [revealed] = useState(() => new Set<string>());
  /** Null for what is not there. */
  const file = (commit_id: string, path: string): Promise<DataOf<typeof scriptEndpoints.scriptFile> | null> =>
    queryClient.fetchQuery(textQuery(place, commit_id, path)).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "script_file_not_found") return null;
      throw error;
    });
  const reveal = async (commit: Commit, path: string): Promise<ScriptEntry[]> => {
    if (commit.entries.some((entry) => entry.path === path)) return [];
    const found = await file(commit.commit_id, path);
    if (!found) return [];
    revealed.add(path);
    const { kind, size_bytes } = found;
    return [{ path, kind, size_bytes }];
  };
  return {
    reveal,
    commit: async (commit_id: string): Promise<Commit> => {
      const commit = await api.call(scriptEndpoints.scriptTree, {
        params: { repo_id: script.repo_id },
        query: { project, branch, commit_id },
      });
      const more = await Promise.all([...revealed].map((path) => reveal(commit, path)));
      return { ...commit, entries: [...commit.entries, ...more.flat()] };
    },
    /** Null for what is not there. */
    text: async (commit_id: string, path: string): Promise<string | null> =>
      (await file(commit_id, path))?.text ?? null,
  };
}

const touchedBy = (change: FileChange): string[] =>
  change.change === "rename" ? [change.old_path, change.path] : [change.path];

/** Has the editor know the files of a workspace, for as long as that is edited. */
function useKnown(workspace: Workspace<EditorDoc>, isWhole: boolean, read: ReturnType<typeof useReads>["text"]): void {
  const monaco = useMonaco();
  const readBase = useEffectEvent((path: string) => read(workspace.commit_id, path));
  const [isWholeAtFirst] = useState(isWhole);
  useEffect(() => {
    const files = new RepositoryFiles(workspace, isWholeAtFirst, (path) => readBase(path));
    const stops = [serveTypes(monaco, files), servePython(monaco, files), serveSnippets(monaco, files)];
    return () => {
      for (const stop of stops) stop();
      workspace.dispose();
    };
  }, [monaco, workspace, isWholeAtFirst]);
}

/** What is edited of a branch, how it is saved, and what becomes of it when others save, too. */
export function useEditing(place: Place, first: Commit & { has_more: boolean }, newest: string) {
  const monaco = useMonaco();
  const reads = useReads(place);
  const stale = useStale();
  const { project, script, branch } = place;
  const [workspace] = useState(() => new Workspace<EditorDoc>(first));
  useKnown(workspace, !first.has_more, reads.text);
  const seen = useSyncExternalStore(workspace.subscribe, workspace.seen);
  const [conflicts, setConflicts] = useState<Conflicts>();

  /** The texts of files that show a commit's, at another one. */
  const textsAt = async (commit_id: string) =>
    new Map(
      await Promise.all(workspace.cleanPaths().map(async (path) => [path, await reads.text(commit_id, path)] as const)),
    );

  const findConflicts = async ({ args }: ApiError): Promise<Conflicts> => {
    const commit = await reads.commit("");
    const changes = workspace.changes();
    const paths = [...new Set(changes.flatMap(touchedBy))];
    const found = await Promise.all(
      paths.map(async (path) => {
        const [was, theirs] = await Promise.all([
          reads.text(workspace.commit_id, path),
          reads.text(commit.commit_id, path),
        ]);
        const mine = workspace.docOf(path)?.text() ?? null;
        return was === theirs || mine === theirs ? [] : [{ path, theirs, mine }];
      }),
    );
    const { author_name, commit_id } = args;
    return { commit, list: found.flat(), author_name: String(author_name), commit_id: String(commit_id) };
  };

  const save = useMutation({
    mutationFn: async ({ message, new_branch }: SaveWish) => {
      const before = workspace.commit_id;
      const sent = workspace.versions();
      const body = { branch, new_branch, base_commit_id: before, message, changes: workspace.changes() };
      const saved = await saveCommit({ project, repo_id: script.repo_id }, body).catch(async (error: unknown) => {
        if (isChangedByOthers(error)) setConflicts(await findConflicts(error));
        throw error;
      });
      workspace.saved(await reads.commit(saved.commit_id), sent);
      if (saved.parent_commit_id !== before)
        workspace.moveTo(await reads.commit(saved.commit_id), await textsAt(saved.commit_id));
      return { ...saved, new_branch };
    },
    onSettled: () => stale(STALE_BY_SAVES, project),
  });

  /** Goes on from what others have, with what was chosen of each file that both changed. */
  const settle = useMutation({
    mutationFn: async ({ commit, choices }: { commit: Commit; choices: ReadonlyMap<string, Choice> }) => {
      const texts = await textsAt(commit.commit_id);
      const kept = new Set<string>();
      for (const [path, choice] of choices) {
        if (choice === "mine") kept.add(path);
        else workspace.discard(path);
      }
      workspace.moveTo(commit, texts, kept);
      save.reset();
      setConflicts(undefined);
    },
  });

  const follow = useEffectEvent(async (commit_id: string) => {
    const [commit, texts] = await Promise.all([reads.commit(commit_id), textsAt(commit_id)]);
    // Somebody who began to type meanwhile goes on from what they saw.
    if (workspace.seen().changes === 0) workspace.moveTo(commit, texts);
  });
  // What was saved to a branch of its own is on its way there.
  const isBehind = newest !== workspace.commit_id && !save.isPending && !save.data?.new_branch;
  useEffect(() => {
    if (isBehind && seen.changes === 0) follow(newest).catch(() => undefined);
  }, [isBehind, newest, seen.changes]);

  /** Makes the document of a file. It tells when somebody types. */
  const made = (path: string, text: string): EditorDoc => {
    const doc = docFor(monaco, path, text);
    doc.model.onDidChangeContent(() => workspace.touched(doc.path()));
    return doc;
  };
  /** Opens a file that is beyond those that are listed. */
  const reveal = async (path: string): Promise<void> => {
    const commit = { commit_id: workspace.commit_id, entries: workspace.seen().entries };
    const [entry] = await reads.reveal(commit, path);
    if (entry && workspace.commit_id === commit.commit_id) workspace.revealed(entry);
  };
  return { workspace, seen, save, settle, conflicts, isBehind, made, reveal, giveUp: () => setConflicts(undefined) };
}
export type Editing = ReturnType<typeof useEditing>;
