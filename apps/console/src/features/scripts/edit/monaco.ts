/** The code editor: it comes with the first file that is opened, in the reader's language, and brings nothing from elsewhere. */
import { createContext, use } from "react";
import type { Language } from "../../../lib/i18n/index.ts";

export type Monaco = typeof import("./monaco-parts.ts");

/** Its own texts must be there before it is. */
const TEXTS: Partial<Record<Language, () => Promise<unknown>>> = {
  zh: () => import("monaco-editor/nls/lang/zh-cn.js"),
  ja: () => import("monaco-editor/nls/lang/ja.js"),
};

let loading: Promise<Monaco> | undefined;

/** Loads it once; a failure is tried anew. */
export function loadMonaco(language: Language): Promise<Monaco> {
  loading ??= Promise.resolve(TEXTS[language]?.())
    .then(() => import("./monaco-parts.ts"))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

export const MonacoContext = createContext<Monaco | undefined>(undefined);

/** The editor's library, below where it has been loaded. */
export function useMonaco(): Monaco {
  const monaco = use(MonacoContext);
  if (!monaco) throw new Error("the code editor has not been loaded");
  return monaco;
}
