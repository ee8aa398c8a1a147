import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import { callerLeft } from "../../platform/http/caller-left.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { OutsideMirrors } from "./outside-mirrors.service.ts";
import type { ScriptEditors } from "./script-editors.service.ts";
import type { ScriptFiles } from "./script-files.ts";
import type { ScriptHistory } from "./script-history.ts";
import type { ScriptSaves } from "./script-saves.ts";
import type { ScriptSearch } from "./script-search.ts";
import type { ScriptsService } from "./scripts.service.ts";

type RepositoryCall = Parameters<typeof actorOf>[0] & { params: { repo_id: string } };
type HistoryCall = RepositoryCall & { reply: Parameters<typeof callerLeft>[0] };
type PageCall = RepositoryCall & { params: { editor_id: string } };

export function scriptsRoutes(
  routes: Routes,
  {
    scripts,
    saves,
    search,
    history,
    editors,
    mirrors,
  }: {
    scripts: ScriptsService;
    saves: ScriptSaves;
    search: ScriptSearch;
    history: ScriptHistory;
    editors: ScriptEditors;
    mirrors: OutsideMirrors;
  },
): void {
  routes.implement(ENDPOINTS.scriptList, ({ query: { project, ...query } }) => scripts.list(project, query));
  routes.implement(ENDPOINTS.scriptGet, ({ params, caller }) => scripts.get(caller.project, params.repo_id));
  routes.implement(ENDPOINTS.scriptCreate, (call) => scripts.create(actorOf(call), call.query.project, call.body));
  routes.implement(ENDPOINTS.scriptUpdate, (call) =>
    scripts.update(actorOf(call), call.query.project, call.params.repo_id, call.body),
  );
  routes.implement(ENDPOINTS.scriptDelete, async (call) => {
    await scripts.delete(actorOf(call), call.query.project, call.params.repo_id);
    return null;
  });
  const filesOf = ({ caller, params }: RepositoryCall) => scripts.files(caller.project, params.repo_id);
  const repositoryOf = ({ caller, params }: RepositoryCall) => scripts.readable(caller.project, params.repo_id);
  const pageOf = async (call: PageCall) => {
    const { project_id, repo_id, default_branch } = await scripts.get(call.caller.project, call.params.repo_id);
    return {
      default_branch,
      project_id,
      repo_id,
      editor_id: call.params.editor_id,
      user_id: actorOf(call).user.user_id,
    };
  };
  routes.implement(ENDPOINTS.scriptBranches, async (call) => (await filesOf(call)).branches());
  routes.implement(ENDPOINTS.scriptTree, async (call) =>
    (await filesOf(call)).tree(call.query.branch, call.query.commit_id),
  );
  routes.implement(ENDPOINTS.scriptFile, async (call) =>
    (await filesOf(call)).file(call.query.branch, call.query.path, call.query.commit_id),
  );
  routes.implement(ENDPOINTS.scriptSearch, async (call) => {
    const { branch, commit_id, ...wish } = call.query;
    const files = await filesOf(call);
    return search.find(files, call.caller.user.user_id, { branch, commit_id }, wish, callerLeft(call.reply));
  });
  routes.implement(ENDPOINTS.scriptSave, async (call) =>
    saves.save(actorOf(call), await repositoryOf(call), call.body),
  );
  routes.implement(ENDPOINTS.scriptEditorList, async ({ caller, query, params }) => {
    const { repo_id, default_branch } = await scripts.get(caller.project, params.repo_id);
    return { list: await editors.list(repo_id, query.branch || default_branch) };
  });
  routes.implement(ENDPOINTS.scriptEditorSay, async (call) => {
    const { default_branch, ...page } = await pageOf(call);
    await editors.say(page, { ...call.body, branch: call.body.branch || default_branch });
    return null;
  });
  routes.implement(ENDPOINTS.scriptEditorClose, async (call) => {
    const { default_branch: _default, ...page } = await pageOf(call);
    await editors.close(page);
    return null;
  });
  routes.implement(ENDPOINTS.scriptOutsideOpen, (call) =>
    mirrors.open(actorOf(call), call.caller.project, call.body.library_id),
  );
  routes.implement(ENDPOINTS.scriptOutsideCancel, ({ caller, params }) =>
    mirrors.cancel(caller.project, params.repo_id),
  );
  const historyOf = async <T>(call: HistoryCall, look: (files: ScriptFiles) => Promise<T>) =>
    history.during(await filesOf(call), call.caller.user.user_id, callerLeft(call.reply), look);
  routes.implement(ENDPOINTS.scriptCommits, async (call) => {
    const { branch, path, page_num, page_size } = call.query;
    const found = await historyOf(call, (files) => files.commits(branch, { path, page_num, page_size }));
    return { ...found, page_num, page_size };
  });
  routes.implement(ENDPOINTS.scriptCommit, (call) =>
    historyOf(call, (files) => files.commit(call.params.commit_id, call.query.path)),
  );
  routes.implement(ENDPOINTS.scriptRestorePreview, async (call) => {
    const { project: _project, ...wish } = call.query;
    return saves.preview(call.caller.user.user_id, await repositoryOf(call), wish, callerLeft(call.reply));
  });
  routes.implement(ENDPOINTS.scriptRestore, async (call) =>
    saves.restore(actorOf(call), await repositoryOf(call), call.body),
  );
  routes.implement(ENDPOINTS.scriptBranchCreate, async (call) =>
    saves.makeBranch(actorOf(call), await repositoryOf(call), call.body),
  );
  routes.implement(ENDPOINTS.scriptBranchDelete, async (call) => {
    await saves.deleteBranch(actorOf(call), await repositoryOf(call), call.query);
    return null;
  });
}
