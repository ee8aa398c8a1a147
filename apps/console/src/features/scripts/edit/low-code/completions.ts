import type { Completion, Step } from "@udt/low-code";
import { languages, Range } from "monaco-editor/editor";
import { getT, loadTexts } from "../../../../lib/i18n/index.ts";
import { completionsAt } from "./ask-low-code.ts";

const { CompletionItemKind: Kind } = languages;
const KINDS: Record<Completion["kind"], languages.CompletionItemKind> = {
  field: Kind.Field,
  value: Kind.EnumMember,
  step: Kind.Snippet,
  block: Kind.Function,
  variable: Kind.Variable,
};

/** Has the editor offer what can come next in files of low-code steps. */
export function completeLowCodeFiles(): void {
  languages.registerCompletionItemProvider("yaml", {
    triggerCharacters: [" ", "{", "-", ":"],
    async provideCompletionItems(model, caret) {
      const text = model.getValue();
      const found = await completionsAt(text, model.getOffsetAt(caret));
      if (!found) return null;
      await loadTexts("snippets");
      const t = getT("snippets");
      const range = Range.fromPositions(model.getPositionAt(found.from), caret);
      const suggestions = found.items.map(({ kind, label, insert, is_needed }) => ({
        label,
        // A step is called by its action.
        ...(kind === "step" && { detail: t(`action.${label as Step["action"]}`) }),
        kind: KINDS[kind],
        insertText: insert,
        insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
        // What is needed comes first.
        sortText: `${is_needed ? 0 : 1}${label}`,
        range,
      }));
      return { suggestions };
    },
  });
}
