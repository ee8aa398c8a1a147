/** Partition rules as they are edited. */
import type { PartitionRule } from "@udt/contract";

export interface RuleDraft extends PartitionRule {
  /** Stays the rule's own wherever it is moved. */
  key: string;
}

let made = 0;

export const emptyDraft = (): RuleDraft => ({
  key: `made-${(made += 1)}`,
  module: "",
  owner: "",
  budget_bytes: null,
  symbol: "",
  image: "",
  region: "",
});

export const draftsOf = (rules: readonly PartitionRule[]): RuleDraft[] =>
  rules.map((rule) => ({ ...emptyDraft(), ...rule }));

export const rulesOf = (drafts: readonly RuleDraft[]): PartitionRule[] => drafts.map(({ key: _key, ...rule }) => rule);

const isOfModule = (draft: RuleDraft, module: string): boolean => draft.module.trim() === module.trim();

/** With a rule changed. A module has one owner and one budget: they change in all of its rules. */
export function changed(drafts: readonly RuleDraft[], key: string, change: Partial<PartitionRule>): RuleDraft[] {
  const module = drafts.find((draft) => draft.key === key)?.module ?? "";
  const { owner, budget_bytes } = change;
  const shared = { ...(owner !== undefined && { owner }), ...(budget_bytes !== undefined && { budget_bytes }) };
  return drafts.map((draft) => {
    if (draft.key === key) return { ...draft, ...change };
    return module.trim() !== "" && isOfModule(draft, module) ? { ...draft, ...shared } : draft;
  });
}

/** Once its module is named: one that other rules have already brings its owner and budget. */
export function named(drafts: readonly RuleDraft[], key: string): RuleDraft[] {
  const own = drafts.find((draft) => draft.key === key);
  const other = own && drafts.find((draft) => draft.key !== key && isOfModule(draft, own.module));
  if (!own || !other || own.module.trim() === "") return [...drafts];
  const { owner, budget_bytes } = other;
  return drafts.map((draft) => (draft === own ? { ...own, owner, budget_bytes } : draft));
}

/** @param by one place up or down */
export function moved(drafts: readonly RuleDraft[], key: string, by: -1 | 1): RuleDraft[] {
  const from = drafts.findIndex((draft) => draft.key === key);
  const [own, other] = [drafts[from], drafts[from + by]];
  if (!own || !other) return [...drafts];
  return drafts.with(from, other).with(from + by, own);
}
