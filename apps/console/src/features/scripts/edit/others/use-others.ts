import { useQuery } from "@tanstack/react-query";
import { LIMITS, type ScriptEditor } from "@udt/contract";
import { scriptEditorEndpoints } from "@udt/contract/endpoints/script-editors";
import { useEffect, useState } from "react";
import { api } from "../../../../lib/api/api.ts";
import { queryOf } from "../../../../lib/api/queries.ts";
import { randomHex } from "../../../../lib/random-hex.ts";
import type { Place } from "../use-editing.ts";

/** Twice within the time after which a page that says nothing has been closed. */
const SAY_EVERY_MS = LIMITS.script_editor_silent_ms / 2.25;
/** Who goes through files is at the last of them. */
const SETTLED_MS = 500;

/**
 * Who else has this branch open in the editor; and tells them that this page has.
 * @param path what it shows, or empty; undefined where nothing can be changed here, which is told to nobody
 */
export function useOthers(place: Place, path: string | undefined, changed: ReadonlySet<string>): ScriptEditor[] {
  const { project, script, branch } = place;
  const { repo_id } = script;
  const [editor_id] = useState(() => randomHex(16));
  const { data } = useQuery({
    ...queryOf(scriptEditorEndpoints.scriptEditorList, { params: { repo_id }, query: { project, branch } }),
    // That somebody's page is gone is told by nothing.
    refetchInterval: SAY_EVERY_MS,
  });
  const is_changed = path !== undefined && changed.has(path);
  useEffect(() => {
    if (path === undefined) return undefined;
    const say = () => {
      const params = { repo_id, editor_id };
      // What did not arrive is said again.
      api
        .call(scriptEditorEndpoints.scriptEditorSay, { params, query: { project }, body: { branch, path, is_changed } })
        .catch(() => undefined);
    };
    const first = window.setTimeout(say, SETTLED_MS);
    const again = window.setInterval(say, SAY_EVERY_MS);
    return () => {
      window.clearTimeout(first);
      window.clearInterval(again);
    };
  }, [project, repo_id, editor_id, branch, path, is_changed]);
  const isThere = path !== undefined;
  useEffect(() => {
    if (!isThere) return undefined;
    const close = () => {
      const call = { params: { repo_id, editor_id }, query: { project }, keepalive: true };
      // Whoever is not told sees it by the silence.
      api.call(scriptEditorEndpoints.scriptEditorClose, call).catch(() => undefined);
    };
    window.addEventListener("pagehide", close);
    return () => {
      window.removeEventListener("pagehide", close);
      close();
    };
  }, [project, repo_id, editor_id, isThere]);
  return (data?.list ?? []).filter((one) => one.editor_id !== editor_id);
}
