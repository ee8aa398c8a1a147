import { LIMITS, ruleInWords, type DeviceRule, type TagChoice } from "@udt/contract";
import { getFormat } from "../../lib/format/index.ts";
import { getT } from "../../lib/i18n/index.ts";

/** A tag's own rules name no tags, so that nothing of them is an id. */
export function rulesInWords(rules: readonly DeviceRule[]): string[] {
  const words = { text: getT("job-config"), number: getFormat().number };
  return rules.map((rule) => ruleInWords(rule, (id) => id, words));
}

/** Which devices a tag has, in words: its rules, and how many are chosen by hand. */
export function choiceInWords({ rules, included_device_ids, excluded_device_ids }: TagChoice): string[] {
  const t = getT("tags");
  const { number } = getFormat();
  const told = (key: "included" | "excluded", count: number) =>
    count === 0 ? [] : [t(`by_hand.${key}`, { count, shown: number(count) })];
  const parts = [
    ...rulesInWords(rules),
    ...told("included", included_device_ids.length),
    ...told("excluded", excluded_device_ids.length),
  ];
  return parts.length === 0 ? [t("by_hand.none")] : parts;
}

/** What a tag that has one device is called at first: like it, as far as tags may be. */
export const ownTagName = ({ serial }: { serial: string }): string =>
  [...serial.replaceAll(/\s/gu, "")].slice(0, LIMITS.tag_name_max).join("");
