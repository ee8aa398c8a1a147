import { LEVELLED, type InspectionConfig, type Levelled } from "@udt/contract";
import { getFormat, inRow } from "../format/index.ts";
import { getT } from "../i18n/index.ts";

/** From where on something is a fault; empty where there is nothing to set. */
export function limitInWords(config: InspectionConfig, of: Levelled): string {
  const t = getT("inspection");
  const { number } = getFormat();
  switch (of) {
    case "storage":
      return t("limit.storage", { free: number(config.free_gb) });
    case "network":
      return config.network_address ?? t("limit.address");
    case "latency":
      return t("limit.latency", { ms: number(config.latency_ms) });
    case "language":
      return inRow(config.languages.map((language) => t(`language.${language}`)));
    default:
      return "";
  }
}

/** When it is checked, what follows a fault, how grave each is and from where on it is one, a line each. */
export function inspectionInWords(config: InspectionConfig): string[] {
  const t = getT("inspection");
  const lines = LEVELLED.map((of) => {
    const isUnasked = of === "latency" && config.levels.network === "off";
    const level = isUnasked ? "off" : config.levels[of];
    const limit = level === "off" ? "" : limitInWords(config, of);
    const told = [t(`level.${level}`), limit].filter(Boolean).join(" · ");
    return t("line", { of: t(`of.${of}`), told });
  });
  const after = t("line", { of: t("after.label"), told: t(`after.${config.order_after}`) });
  return [scheduleInWords(config), after, ...lines];
}

/** How often checks come by themselves, in which hours of the day, on what besides, and before which sessions. */
export function scheduleInWords(
  config: Pick<InspectionConfig, "check_every_hours" | "check_window" | "check_on" | "before_sessions">,
): string {
  const t = getT("inspection");
  const { check_every_hours: hours, check_window: window, check_on, before_sessions: before } = config;
  const every = hours === null ? [] : [t("every", { count: hours, shown: getFormat().number(hours) })];
  const within = window && every.map((told) => t("within", { every: told, ...window }));
  const asked = before === "off" ? [] : [t(`before.${before}`)];
  const told = [...(within ?? every), ...check_on.map((occasion) => t(`on.${occasion}`)), ...asked];
  return told.length === 0 ? t("by_hand") : told.join(" · ");
}
