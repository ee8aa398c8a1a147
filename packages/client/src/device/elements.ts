/** Elements of a screen as programs speak of them: a short list, each with a reference that holds while the element is the same. */
import { createHash } from "node:crypto";
import type { Element, ElementTree } from "@udt/contract";
import { z } from "zod";
import { DriveFault } from "./access.ts";

const REF_CHARS = 8;
/** What of a container's texts tells which one it is. */
const LABEL_CHARS = 200;

export const listedElement = z.object({
  ref: z.string().describe("Names the element in device_tap and device_type while it is on the screen"),
  class: z.string(),
  text: z.string().optional(),
  description: z.string().optional(),
  id: z.string().optional(),
  /** left, top, right, bottom. */
  bounds: z.tuple([z.int(), z.int(), z.int(), z.int()]),
  flags: z.array(z.string()).optional(),
});
export type ListedElement = z.output<typeof listedElement>;

/** States worth telling, in one word; the rest is what every element is. */
const FLAGS = {
  clickable: "clickable",
  long_clickable: "long_clickable",
  checkable: "checkable",
  checked: "checked",
  focused: "focused",
  password: "password",
  scrollable: "scrollable",
  selected: "selected",
} as const;

const shortName = (name: string) => name.slice(name.lastIndexOf(".") + 1);
const shortId = (id: string) => id.slice(id.indexOf("/") + 1);

function flagsOf({ states }: Element): string[] {
  const told = Object.entries(FLAGS).flatMap(([state, flag]) => (states.includes(state as never) ? [flag] : []));
  return states.includes("enabled") ? told : [...told, "disabled"];
}

/** What stands on or in an element; what somebody types into a field does not make it another one. */
function labelsOf(list: readonly Element[]): string[] {
  const labels = list.map(({ class_name, text, description }) =>
    /Edit/.test(class_name) ? description : [text, description].filter(Boolean).join(" "),
  );
  // Parents come before their children: from the last on, each adds what it has to its parent's.
  for (let at = list.length - 1; at >= 0; at--) {
    const parent = list[at]?.parent ?? null;
    if (parent === null || !labels[at]) continue;
    labels[parent] = [labels[parent], labels[at]].filter(Boolean).join(" ").slice(0, LABEL_CHARS);
  }
  return labels;
}

/** Where an element lies among its siblings of the same class, and so its parents. */
function pathsOf(list: readonly Element[]): string[] {
  const counts = new Map<string, number>();
  const paths: string[] = [];
  for (const { parent, class_name } of list) {
    const kind = `${parent ?? ""}>${class_name}`;
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    paths.push(`${parent === null ? "" : paths[parent]}/${class_name}[${nth}]`);
  }
  return paths;
}

const refOf = (...parts: string[]) => {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `e${BigInt(`0x${digest}`).toString(36).slice(0, REF_CHARS)}`;
};

/**
 * The references by which each element may be named, the best first: by its id, by what stands on it, by where it lies. One
 * that several elements share names none of them.
 */
function namesOf({ list }: ElementTree): string[][] {
  const labels = labelsOf(list);
  const paths = pathsOf(list);
  return list.map(({ class_name, resource_id, package_name }, at) => {
    const label = labels[at] ?? "";
    return [
      ...(resource_id === "" ? [] : [refOf("id", package_name, resource_id)]),
      ...(label === "" ? [] : [refOf("label", package_name, class_name, resource_id, label)]),
      refOf("path", package_name, paths[at] ?? "", resource_id, label),
    ];
  });
}

function countsOf(names: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Whether there is something to read on it, or to do with it. */
const isTold = ({ text, description, resource_id, states }: Element): boolean =>
  text !== "" ||
  description !== "" ||
  resource_id !== "" ||
  (["clickable", "long_clickable", "checkable", "scrollable"] as const).some((state) => states.includes(state));

const isSeen = ({ bounds }: Element, { width, height }: ElementTree): boolean =>
  Math.min(bounds.right, width) > Math.max(bounds.left, 0) && Math.min(bounds.bottom, height) > Math.max(bounds.top, 0);

/** What a program is told of a screen: what can be read or used, without the boxes around it. */
export function listElements(tree: ElementTree): ListedElement[] {
  const names = namesOf(tree);
  const counts = countsOf(names);
  return tree.list.flatMap((element, at) => {
    const ref = names[at]?.find((name) => counts.get(name) === 1);
    if (ref === undefined || !isTold(element) || !isSeen(element, tree)) return [];
    const { class_name, text, description, resource_id, bounds } = element;
    const flags = flagsOf(element);
    return [
      {
        ref,
        class: shortName(class_name),
        ...(text !== "" && { text }),
        ...(description !== "" && { description }),
        ...(resource_id !== "" && { id: shortId(resource_id) }),
        bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
        ...(flags.length > 0 && { flags }),
      },
    ];
  });
}

/** One line of the list, as people and models read it. */
export function lineOfElement({ ref, class: name, text, description, id, bounds, flags }: ListedElement): string {
  const [left, top, right, bottom] = bounds;
  return [
    ref,
    name,
    ...(text === undefined ? [] : [JSON.stringify(text)]),
    ...(description === undefined ? [] : [`desc=${JSON.stringify(description)}`]),
    ...(id === undefined ? [] : [`#${id}`]),
    `[${left},${top}][${right},${bottom}]`,
    ...(flags ?? []),
  ].join(" ");
}

/** The middle of what can be seen of an element. @throws DriveFault element_gone, element_ambiguous, element_hidden */
export function pointOfElement(tree: ElementTree, ref: string): { x: number; y: number } {
  const names = namesOf(tree);
  const found = tree.list.filter((_, at) => names[at]?.includes(ref));
  const [element] = found;
  if (element === undefined)
    throw new DriveFault("element_gone", `No element ${ref} is on the screen now: read the tree again.`, "ref");
  if (found.length > 1)
    throw new DriveFault("element_ambiguous", `${found.length} elements are ${ref} now: read the tree again.`, "ref");
  if (!isSeen(element, tree))
    throw new DriveFault("element_hidden", `Element ${ref} is not within the screen: scroll to it.`, "ref");
  const { left, top, right, bottom } = element.bounds;
  return {
    x: Math.floor((Math.max(left, 0) + Math.min(right, tree.width)) / 2),
    y: Math.floor((Math.max(top, 0) + Math.min(bottom, tree.height)) / 2),
  };
}
