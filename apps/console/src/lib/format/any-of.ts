import { activeLanguage } from "../i18n/index.ts";

/** People of whom any one will do, as a sentence names them; empty where there is none. */
export const anyOf = (people: readonly { user_name: string }[]): string =>
  new Intl.ListFormat(activeLanguage(), { type: "disjunction" }).format(people.map(({ user_name }) => user_name));
