/** Where an operator reads what to do: what stops a start or a command names its section of docs/operations.md. */
import { textBefore } from "@udt/base";
import { signInVariables, webVariables } from "./settings-web.ts";

export const OPERATIONS_SECTIONS = [
  "Settings",
  "The console's settings",
  "Signing in by a provider",
  "Several servers",
  "Backup",
  "Restoring on another machine",
  "Upgrading",
  "Moving to PostgreSQL",
  "A lost secret key",
  "A lost password",
] as const;
export type Section = (typeof OPERATIONS_SECTIONS)[number];

export const see = (section: Section): string => `See "${section}" in docs/operations.md.`;

/** What stops a start, and every later one until an operator has done something; its message is the sentence for them. */
export class StartRefusal extends Error {}

/** Where the table is that has this variable. */
export function sectionOf(variable: string): Section {
  if (variable in webVariables) return "The console's settings";
  return variable in signInVariables ? "Signing in by a provider" : "Settings";
}

/** What a wrong setting's sentence, which begins with its name, is told with. */
export const wrongSetting = (sentence: string): string => `${sentence} ${see(sectionOf(textBefore(sentence, " ")))}`;
