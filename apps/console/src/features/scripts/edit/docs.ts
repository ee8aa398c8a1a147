import { frameworkOf } from "@udt/contract";
import type { editor } from "monaco-editor/editor";
import type { Monaco } from "./monaco.ts";
import type { Doc } from "./workspace.ts";

/** A document that the editor can show. */
export interface EditorDoc extends Doc {
  model: editor.ITextModel;
  path(): string;
}

/** Two files of one name may be there at once while one is renamed. */
let count = 0;

/** Makes a document of a file's text, in the language that its name tells. */
export function docFor({ editor, languages, Uri }: Monaco, path: string, text: string): EditorDoc {
  const uri = Uri.from({ scheme: "script", authority: String(++count), path: `/${path}` });
  const model = editor.createModel(text, undefined, uri);
  let at = path;
  return {
    model,
    path: () => at,
    // As its line ends are, and with the mark that some editors put at a file's begin.
    text: () => model.getValue(editor.EndOfLinePreference.TextDefined, true),
    version: () => model.getAlternativeVersionId(),
    replace: (next) => model.setValue(next),
    renamed: (next) => {
      at = next;
      editor.setModelLanguage(model, languageOf(languages, next));
    },
    dispose: () => model.dispose(),
  };
}

/** Whether a document's cases are steps, which can be stopped between. */
export const hasSteps = (doc: EditorDoc | undefined): boolean =>
  doc !== undefined && frameworkOf(doc.path()) === "low_code";

/** The language of a file by its name. */
export function languageOf(languages: Monaco["languages"], path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const found = languages
    .getLanguages()
    .find(({ extensions, filenames }) => filenames?.includes(name) || extensions?.some((end) => name.endsWith(end)));
  return found?.id ?? "plaintext";
}
