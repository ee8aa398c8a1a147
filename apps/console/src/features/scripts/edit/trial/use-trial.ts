import { frameworkOf, type TrialAccount } from "@udt/contract";
import { trialEndpoints } from "@udt/contract/endpoints/trials";
import type { editor } from "monaco-editor/editor";
import { useEffect, useState } from "react";
import { api } from "../../../../lib/api/api.ts";
import { closedText, errorText } from "../../../../lib/errors/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import type { PhoneTarget } from "../../../../lib/open-file.ts";
import { openStream, useStore } from "../../../../lib/streams/index.ts";
import type { EditorDoc } from "../docs.ts";
import type { Place } from "../use-editing.ts";
import type { Workspace } from "../workspace.ts";
import { breakpointsOf } from "./breakpoints.ts";
import { LineTrack } from "./line-track.ts";
import { markLine } from "./mark-line.ts";
import { isOver, TrialRun, type Wish } from "./trial.ts";
import { useAccount } from "./use-account.ts";

/** What of an open file is run; without it, all. */
export type Some = Partial<Pick<Wish, "case_keys" | "selection" | "caret">>;

/** Has files run on the phone beside as they stand in the editor. What runs ends with the page. */
export function useTrial({ project, script }: Place, workspace: Workspace<EditorDoc>) {
  const t = useT("scripts");
  const [run] = useState(() => new TrialRun());
  useEffect(() => () => run.close(), [run]);
  const [phone, setPhone] = useState<PhoneTarget>();
  const shown = useStore(run.shown);
  const isRunning = shown !== undefined && !isOver(shown);
  /** The text that runs, and where its lines are by now. */
  const [begun, setBegun] = useState<{ model: editor.ITextModel; lines: LineTrack }>();
  useEffect(() => () => begun?.lines.dispose(), [begun]);
  useEffect(() => {
    if (!begun || !isRunning) return undefined;
    const { lines } = breakpointsOf(begun.model);
    // Whatever else follows an edit has followed it then.
    const tell = () =>
      queueMicrotask(() => run.setBreakpoints(lines.get().flatMap((each) => begun.lines.was(each) ?? [])));
    return lines.subscribe(tell);
  }, [run, begun, isRunning]);
  const at = shown?.at;
  useEffect(() => (begun && at ? markLine(begun, at) : undefined), [begun, at]);
  const accounts = useAccount();
  const begin = (
    file: string,
    { case_keys = null, selection = null, caret = null }: Some,
    account: TrialAccount | undefined,
  ) => {
    if (!phone) return;
    const { repo_id } = script;
    const changes = workspace.changes();
    const body = { repo_id, commit_id: workspace.commit_id, changes, file, account: account ?? null };
    const { test_id, device_id } = phone;
    const call = { params: { test_id, device_id }, query: { project }, body };
    const model = workspace.docOf(file)?.model;
    setBegun(model && { model, lines: new LineTrack(model) });
    const breakpoints = model && frameworkOf(file) === "low_code" ? breakpointsOf(model).lines.get() : [];
    void run.start(
      { file, case_keys, selection, caret, breakpoints },
      {
        ticket: async () => (await api.call(trialEndpoints.trialStart, call)).ticket,
        open: (handlers) => openStream("trial", phone, handlers, { baseUrl: api.baseUrl }),
        refusal: errorText,
        closed: closedText,
        lost: t("trial.lost"),
      },
    );
  };
  const start = (file: string, some: Some = {}) =>
    accounts.withAccount(workspace.docOf(file)?.model.getValue() ?? "", (account) => begin(file, some, account));
  /** Where a line that runs is by now. */
  const lineNow = (line: number): number => begun?.lines.now(line) ?? line;
  return {
    shown,
    pictures: run.pictures,
    begun,
    isRunning,
    phone,
    setPhone,
    accounts,
    start,
    lineNow,
    goOn: (how: "continue" | "step") => run.goOn(how),
    stop: () => run.stop(),
    close: () => run.close(),
  };
}
export type Trying = ReturnType<typeof useTrial>;
