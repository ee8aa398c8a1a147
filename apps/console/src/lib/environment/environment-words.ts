import { ENVIRONMENT_SETTINGS, type EnvironmentConfig } from "@udt/contract";
import { inRow } from "../format/index.ts";
import { getT } from "../i18n/index.ts";

/** What a tag wants on its devices and what stays there, a line for each setting of which it says anything. */
export function environmentInWords(config: EnvironmentConfig): string[] {
  const t = getT("environment");
  const told: Record<(typeof ENVIRONMENT_SETTINGS)[number], string[]> = {
    ...config,
    preinstalled: config.preinstalled.map(({ package_name, app_id }) =>
      t(app_id === null ? "newest_of" : "version_of", { package_name }),
    ),
  };
  return ENVIRONMENT_SETTINGS.filter((setting) => told[setting].length > 0).map((setting) =>
    t("line", { of: t(`of.${setting}`), told: inRow(told[setting]) }),
  );
}
