import { getT, loadTexts } from "../../../../lib/i18n/index.ts";
import type { Monaco } from "../monaco.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { snippetsFor } from "./snippets.ts";

const LANGUAGES = { typescript: "typescript", javascript: "typescript", python: "python" } as const;

/**
 * Has the editor offer pieces of scripts where a statement begins.
 * @returns ends it: of the repository nothing is left
 */
export function serveSnippets(monaco: Monaco, files: RepositoryFiles): () => void {
  const { languages, Range } = monaco;
  const each = Object.entries(LANGUAGES).map(([id, language]) =>
    languages.registerCompletionItemProvider(id, {
      async provideCompletionItems(model, position) {
        const path = [...files.docs()].find(([, doc]) => doc.model === model)?.[0];
        const { startColumn, endColumn } = model.getWordUntilPosition(position);
        const before = model.getLineContent(position.lineNumber).slice(0, startColumn - 1);
        if (path === undefined || before.trim() !== "") return null;
        await loadTexts("snippets");
        const t = getT("snippets");
        const there = new Set(files.entries().map((entry) => entry.path));
        const range = new Range(position.lineNumber, startColumn, position.lineNumber, endColumn);
        const found = snippetsFor(language, path, model.getValue(), (file) => there.has(file));
        return {
          suggestions: found.map(({ name, label, insert, imports, head }) => ({
            label: { label, description: t(name) },
            kind: languages.CompletionItemKind.Snippet,
            detail: t(name),
            insertText: insert,
            insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
            range,
            ...(imports.length > 0 && {
              additionalTextEdits: [
                { range: new Range(head + 1, 1, head + 1, 1), text: imports.map((line) => `${line}\n`).join("") },
              ],
            }),
          })),
        };
      },
    }),
  );
  return () => each.forEach((one) => one.dispose());
}
