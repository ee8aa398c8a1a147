import type { App } from "@udt/contract";

/** The app's name as a device in this language shows it. `language` is the first part of a locale. */
export function nameIn(app: Pick<App, "name" | "names">, language: string): string {
  const locale =
    language in app.names ? language : Object.keys(app.names).find((each) => each.startsWith(`${language}-`));
  return (locale === undefined ? undefined : app.names[locale]) ?? app.name;
}

/** `1.4.2 (412)`; one of both where the package has no more. */
export const versionOf = ({ version_name, build }: Pick<App, "version_name" | "build">): string =>
  version_name === "" || version_name === build ? build : `${version_name} (${build})`;
