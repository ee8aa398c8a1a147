import { elementPaths, type Element, type ElementTree } from "@udt/contract";

/** Ways of naming an element, by the tools that take them. */
export const LOCATOR_KINDS = ["xpath", "ui_selector", "uiautomator2"] as const;
export type LocatorKind = (typeof LOCATOR_KINDS)[number];

/** What names it: the first of its own words that no other element of the screen has. */
type Key = { name: "resource_id" | "description" | "text"; value: string };

const KEYS = ["resource_id", "description", "text"] as const;

/**
 * The first word that it has alone, or its first and the how manieth it is of those with the same; undefined without words.
 * @param isWord Which of its texts may name it
 */
export function keyOf(
  { list }: ElementTree,
  element: Element,
  isWord: (text: string) => boolean = (text) => text !== "",
): { key: Key; instance: number; isAlone: boolean } | undefined {
  const own = KEYS.flatMap((name) => (isWord(element[name]) ? [{ name, value: element[name] }] : []));
  const same = ({ name, value }: Key) => list.filter((other) => other[name] === value);
  const [first] = own;
  const unique = own.find((key) => same(key).length === 1);
  if (unique) return { key: unique, instance: 0, isAlone: true };
  return first && { key: first, instance: same(first).indexOf(element), isAlone: false };
}

/** XPath 1.0 has no escapes: a text with both kinds of quotes is put together. */
export function xpathText(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  return `concat(${text
    .split("'")
    .map((part) => `'${part}'`)
    .join(`, "'", `)})`;
}

const XPATH_NAMES = { resource_id: "@resource-id", description: "@content-desc", text: "@text" } as const;
const SELECTOR_NAMES = { resource_id: "resourceId", description: "description", text: "text" } as const;

/** A text as Java and Python write it alike. */
const quoted = (text: string): string => JSON.stringify(text);

/** Names the element so that it is found again on this screen; the same element is told by all of them. */
export function locatorsOf(tree: ElementTree, at: number): Record<LocatorKind, string> {
  const element = tree.list[at];
  if (!element) return { xpath: "", ui_selector: "", uiautomator2: "" };
  const found = keyOf(tree, element);
  if (!found) {
    const path = elementPaths(tree)[at] ?? "";
    const instance = tree.list.filter(({ class_name }) => class_name === element.class_name).indexOf(element);
    return {
      xpath: path,
      ui_selector: `new UiSelector().className(${quoted(element.class_name)}).instance(${instance})`,
      uiautomator2: `d.xpath(${quoted(path)})`,
    };
  }
  const { key, instance } = found;
  const one = `//*[${XPATH_NAMES[key.name]}=${xpathText(key.value)}]`;
  const many = instance > 0;
  return {
    xpath: many ? `(${one})[${instance + 1}]` : one,
    ui_selector: `new UiSelector().${SELECTOR_NAMES[key.name]}(${quoted(key.value)})${many ? `.instance(${instance})` : ""}`,
    uiautomator2: `d(${SELECTOR_NAMES[key.name]}=${quoted(key.value)}${many ? `, instance=${instance}` : ""})`,
  };
}
