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
import { completeLowCodeFiles } from "./low-code/completions.ts";
import { defineThemes } from "./themes.ts";

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) =>
    label === "json"
      ? new Worker(new URL("./json-worker.ts", import.meta.url), { type: "module" })
      : new Worker(new URL("./editor-worker.ts", import.meta.url), { type: "module" }),
};

defineThemes(editor);
completeLowCodeFiles();
// The page runs the file by it.
editor.addKeybindingRule({ keybinding: KeyMod.CtrlCmd | KeyCode.Enter, command: "-editor.action.insertLineAfter" });

export { editor, KeyCode, KeyMod };
export { languages, MarkerSeverity, Uri } from "monaco-editor/editor";
