import { ApiError } from "@udt/client";
import { LIMITS, type ModelNames } from "@udt/contract";
import type { Model } from "@udt/contract/endpoints/models";
import { App } from "antd";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { faultsOf, saidBy, typedOf, type TypedFacts } from "./model-facts.ts";
import { nameOf } from "./model-row.tsx";
import { useModelActions } from "./use-models.ts";

export interface ModelDraft {
  names: ModelNames;
  typed: TypedFacts;
}
export const draftOf = ({ names, edited }: Model): ModelDraft => ({ names, typed: typedOf(edited) });

/** What the form of a model holds, what is wrong with it, and how it is saved. */
export function useModelForm(model: Model, onClose: () => void) {
  const t = useT("models");
  const { message } = App.useApp();
  const { save } = useModelActions(model.model_id);
  /** The one that a save is made from. */
  const [base, setBase] = useState(model);
  const [draft, setDraft] = useState(() => draftOf(model));
  const faults = faultsOf(draft.typed);
  const wasSlower = save.error instanceof ApiError && save.error.code === "model_changed";
  const change = (part: Partial<ModelDraft>) => {
    if (!wasSlower) save.reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  const saveFrom = ({ version }: Pick<Model, "version">) => {
    if (faults.size > 0) return;
    const names = { en: draft.names.en.trim(), zh: draft.names.zh.trim(), ja: draft.names.ja.trim() };
    save.mutate(
      { names, edited: saidBy(draft.typed), version },
      {
        onSuccess: (saved) => {
          void message.success(t("saved", { name: nameOf(saved) }));
          onClose();
        },
      },
    );
  };
  return {
    draft,
    faults,
    save,
    dirty: JSON.stringify(draft) !== JSON.stringify(draftOf(base)),
    name: (language: keyof ModelNames) => ({
      value: draft.names[language],
      maxLength: LIMITS.model_name_max,
      onChange: (value: string) => change({ names: { ...draft.names, [language]: value } }),
    }),
    fact: (name: keyof TypedFacts) => ({
      value: draft.typed[name],
      onChange: (value: string) => change({ typed: { ...draft.typed, [name]: value } }),
    }),
    /** What somebody else saved meanwhile, once it has been read. */
    theirs: wasSlower && model.version !== base.version ? model : undefined,
    submit: () => saveFrom(base),
    keepMine: () => {
      setBase(model);
      saveFrom(model);
    },
    takeTheirs: () => {
      setBase(model);
      setDraft(draftOf(model));
      save.reset();
    },
  };
}
