import type { PartitionRule, SavedPartitions } from "@udt/contract";
import { useMemo, useState } from "react";
import { draftsOf, type RuleDraft, rulesOf } from "./rule-draft.ts";
import { isWhole, useSaveRules } from "./use-partitions.ts";

/** The rules of a project as its page edits them: those that are saved, until one is changed. */
export function useRuleEditor(project: string, saved: SavedPartitions) {
  const save = useSaveRules(project);
  const [edit, setEdit] = useState<{ base: number; drafts: RuleDraft[] }>();
  /** What is wrong is told once somebody wanted to save it. */
  const [isJudged, setJudged] = useState(false);
  const kept = useMemo(() => draftsOf(saved.rules), [saved]);
  const drafts = edit?.drafts ?? kept;
  const rules = useMemo(() => rulesOf(drafts), [drafts]);
  const discard = () => {
    save.reset();
    setJudged(false);
    setEdit(undefined);
  };
  const change = (next: RuleDraft[]) => {
    save.reset();
    setEdit((before) => ({ base: before?.base ?? saved.version, drafts: next }));
  };
  return {
    drafts,
    rules,
    isDirty: edit !== undefined,
    isJudged,
    isSaving: save.isPending,
    refusal: save.error,
    /** Somebody has saved a version since this edit began. */
    isBehind: edit !== undefined && edit.base < saved.version,
    change,
    replace: (others: readonly PartitionRule[]) => change(draftsOf(others)),
    discard,
    /** @param over the version that it is to follow */
    save: (over: number | undefined = edit?.base, onSaved: (version: number) => void) => {
      setJudged(true);
      if (over === undefined || !rules.every(isWhole)) return;
      save.mutate(
        { base_version: over, rules },
        {
          onSuccess: ({ version }) => {
            discard();
            onSaved(version);
          },
        },
      );
    },
  };
}
export type RuleEditor = ReturnType<typeof useRuleEditor>;
