/** What of Monaco the page has: the editor with its features, and the languages that a repository of tests is written in. */
import { editor, KeyCode, KeyMod } from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/css/register";
import "monaco-editor/languages/definitions/dockerfile/register";
import "monaco-editor/languages/definitions/html/register";
import "monaco-editor/languages/definitions/ini/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/markdown/register";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/shell/register";
import "monaco-editor/languages/definitions/typescript/register";
import "monaco-editor/languages/definitions/xml/register";
import "monaco-editor/languages/definitions/yaml/register";
import "monaco-editor/languages/features/json/register";
import {
  getJavaScriptWorker,
  getTypeScriptWorker,
  javascriptDefaults,
  typescriptDefaults,
} from "monaco-editor/languages/features/typescript/register";
import { completeLowCodeFiles } from "./low-code/completions.ts";
import { defineThemes } from "./themes.ts";
import { OPTIONS } from "./typescript/options.ts";

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => {
    if (label === "json") return new Worker(new URL("./json-worker.ts", import.meta.url), { type: "module" });
    return label === "typescript" || label === "javascript"
      ? new Worker(new URL("./typescript/ts-worker.ts", import.meta.url), { type: "module" })
      : new Worker(new URL("./editor-worker.ts", import.meta.url), { type: "module" });
  },
};

for (const defaults of [typescriptDefaults, javascriptDefaults]) {
  defaults.setCompilerOptions(OPTIONS);
  // What is wrong is asked for once what a file imports is known. What changes other files is not taken: they may not be open.
  defaults.setModeConfiguration({ completionItems: true, hovers: true, signatureHelp: true });
}

defineThemes(editor);
completeLowCodeFiles();
// The page runs the file by it.
editor.addKeybindingRule({ keybinding: KeyMod.CtrlCmd | KeyCode.Enter, command: "-editor.action.insertLineAfter" });

export { editor, getJavaScriptWorker, getTypeScriptWorker, KeyCode, KeyMod };
export { languages, MarkerSeverity, Range, Uri } from "monaco-editor/editor";
