import { SCRIPT_VARIABLES, type ScriptVariable } from "@udt/contract";
import { getT, loadTexts } from "../../../../lib/i18n/index.ts";

export interface Variable {
  name: ScriptVariable;
  /** What it holds, in the reader's language. */
  told: string;
}

/** What scripts find in their environment. */
export async function scriptVariables(): Promise<Variable[]> {
  await loadTexts("variables");
  const t = getT("variables");
  return SCRIPT_VARIABLES.map((name) => ({ name, told: t(name) }));
}

/** The same, declared for TypeScript. */
export const declaredVariables = (variables: readonly Variable[]): string =>
  [
    "declare namespace NodeJS {",
    "  interface ProcessEnv {",
    ...variables.map(({ name, told }) => `    /** ${told} */\n    ${name}?: string;`),
    "  }",
    "}",
  ].join("\n");
