import type { editor, IDisposable, languages, Position } from "monaco-editor/editor";
import type { Monaco } from "../monaco.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { scriptVariables } from "../variables/variables.ts";
import { callAt, completePython, toldOfName, type Caret, type PythonItem } from "./complete.ts";
import { KnownPython } from "./known-python.ts";
import { signatureOf } from "./modules.ts";

/**
 * Has the editor offer, for files of Python, what their repository has and what UDT gives a script.
 * @returns ends it: of the repository nothing is left
 */
export function servePython(monaco: Monaco, files: RepositoryFiles): () => void {
  const { languages, Range } = monaco;
  const known = new KnownPython(files);
  const pathOf = (model: editor.ITextModel) => [...files.docs()].find(([, doc]) => doc.model === model)?.[0];
  const caretAt = async (model: editor.ITextModel, position: Position): Promise<Caret | undefined> => {
    const path = pathOf(model);
    if (path === undefined) return undefined;
    const before = model.getValueInRange(new Range(1, 1, position.lineNumber, position.column));
    return { files: await known.seenFrom(path), path, before, line: position.lineNumber };
  };
  const each: IDisposable[] = [
    languages.registerCompletionItemProvider("python", {
      triggerCharacters: [".", '"', "'", " "],
      async provideCompletionItems(model, position, context) {
        const caret = await caretAt(model, position);
        if (!caret) return null;
        // A blank is followed by names of a module alone.
        if (
          context.triggerCharacter === " " &&
          !/^\s*(?:from|import)\s/.test(model.getLineContent(position.lineNumber))
        )
          return null;
        const { startColumn, endColumn } = model.getWordUntilPosition(position);
        const range = new Range(position.lineNumber, startColumn, position.lineNumber, endColumn);
        const head = caret.files.get(caret.path)?.head ?? 0;
        const items = completePython(caret, await scriptVariables());
        return { suggestions: items.map((item, index) => suggestion(monaco, item, index, range, head)) };
      },
    }),
    languages.registerSignatureHelpProvider("python", {
      signatureHelpTriggerCharacters: ["(", ","],
      signatureHelpRetriggerCharacters: [")"],
      async provideSignatureHelp(model, position) {
        const caret = await caretAt(model, position);
        const call = caret && callAt(caret);
        if (!call) return null;
        const { called, argument } = call;
        const isMethod = /^(?:self|cls)\b/.test(called.parameters[0] ?? "");
        const parameters = called.parameters.slice(isMethod ? 1 : 0);
        const label = signatureOf({ ...called, parameters });
        const value = {
          signatures: [{ label, documentation: called.told, parameters: parameters.map((one) => ({ label: one })) }],
          activeSignature: 0,
          // `*words` takes all that follow.
          activeParameter: Math.min(argument, Math.max(0, parameters.length - 1)),
        };
        return { value, dispose: () => undefined };
      },
    }),
    languages.registerHoverProvider("python", {
      async provideHover(model, position) {
        const caret = await caretAt(model, position);
        const word = model.getWordAtPosition(position);
        if (!caret || !word) return null;
        const before = model.getLineContent(position.lineNumber).slice(0, word.startColumn - 1);
        const dotted = (/(?<![\w.])(?:\w+\.)+$/.exec(before)?.[0] ?? "") + word.word;
        const name = toldOfName(caret.files, caret.path, dotted, position.lineNumber)?.name;
        if (!name) return null;
        const written = { function: `def ${signatureOf(name)}`, class: `class ${name.name}`, variable: name.name };
        const range = new Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn);
        return { range, contents: [{ value: `\`\`\`python\n${written[name.kind]}\n\`\`\`` }, { value: name.told }] };
      },
    }),
  ];
  return () => each.forEach((one) => one.dispose());
}

function suggestion(
  { languages, Range }: Monaco,
  { label, kind, detail, told, from }: PythonItem,
  index: number,
  range: languages.CompletionItem["range"],
  head: number,
): languages.CompletionItem {
  const { CompletionItemKind: Kind } = languages;
  const kinds = {
    function: Kind.Function,
    class: Kind.Class,
    variable: Kind.Variable,
    parameter: Kind.Variable,
    module: Kind.Module,
    word: Kind.Keyword,
    environment: Kind.Constant,
  };
  return {
    label: { label, detail: detail.slice(label.length), ...(from !== undefined && { description: from }) },
    kind: kinds[kind],
    insertText: label,
    range,
    sortText: String(index).padStart(6, "0"),
    ...(detail !== "" && { detail }),
    ...(told !== "" && { documentation: told }),
    ...(from !== undefined && {
      additionalTextEdits: [{ range: new Range(head + 1, 1, head + 1, 1), text: `from ${from} import ${label}\n` }],
    }),
  };
}
