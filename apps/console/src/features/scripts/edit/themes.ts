import type { editor } from "monaco-editor/editor";
import { DARK, LIGHT, type TokenName } from "../../../lib/theme/tokens.ts";

type Editor = Pick<typeof editor, "defineTheme">;

/** What of the editor has which of the console's colours. */
const PARTS: Readonly<Record<string, TokenName>> = {
  "editor.background": "surface",
  "editor.foreground": "text",
  "editor.lineHighlightBackground": "raised",
  "editorLineNumber.foreground": "secondary",
  "editorLineNumber.activeForeground": "text",
  "editorLineNumber.dimmedForeground": "secondary",
  "editorCursor.foreground": "accent",
  "editorWidget.background": "raised",
  "editorWidget.border": "border",
  "editorHoverWidget.background": "raised",
  "editorSuggestWidget.background": "raised",
  "editorSuggestWidget.selectedBackground": "accent-tint",
  "editorSuggestWidget.selectedForeground": "text",
  "editor.wordHighlightBackground": "accent-tint",
  "editor.wordHighlightTextBackground": "accent-tint",
  "editor.wordHighlightStrongBackground": "accent-tint",
  "editorIndentGuide.background1": "hairline",
  "input.background": "surface",
  "input.border": "border",
  focusBorder: "accent",
  "menu.background": "surface",
  "menu.foreground": "text",
  "menu.selectionBackground": "accent-tint",
  "menu.selectionForeground": "text",
  "diffEditor.insertedTextBackground": "good-tint",
  "diffEditor.removedTextBackground": "bad-tint",
  "diffEditor.insertedLineBackground": "good-tint",
  "diffEditor.removedLineBackground": "bad-tint",
};

const coloursOf = (tokens: Readonly<Record<TokenName, string>>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(PARTS).map(([part, token]) => [part, tokens[token]])),
  "editor.lineHighlightBorder": "#00000000",
  "editor.selectionBackground": `${tokens.accent}40`,
});

/** Words of code, so that each is read on the editor's own ground. */
const WORDS = {
  light: {
    comment: "5f606c",
    keyword: "5b3fc4",
    string: "1d7750",
    number: "955700",
    type: "0b69bb",
    "type.identifier": "0b69bb",
    "string.key.json": "0b69bb",
    "string.value.json": "1d7750",
    tag: "5b3fc4",
    key: "0b69bb",
  },
  dark: {
    comment: "a3a4b0",
    keyword: "b3a7ff",
    string: "5ddba0",
    number: "ffca16",
    type: "70b8ff",
    "type.identifier": "70b8ff",
    "string.key.json": "70b8ff",
    "string.value.json": "5ddba0",
    tag: "b3a7ff",
    key: "70b8ff",
  },
} as const;

const rulesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([token, foreground]) => ({ token, foreground }));

/** The console's own look, light and dark. */
export function defineThemes({ defineTheme }: Editor): void {
  defineTheme("udt-light", { base: "vs", inherit: true, rules: rulesOf(WORDS.light), colors: coloursOf(LIGHT) });
  defineTheme("udt-dark", { base: "vs-dark", inherit: true, rules: rulesOf(WORDS.dark), colors: coloursOf(DARK) });
}
