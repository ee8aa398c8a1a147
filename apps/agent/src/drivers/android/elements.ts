/** What `uiautomator dump` says of the screen. */
import { SaidError, say } from "@udt/base";
import { ELEMENT_STATES, LIMITS, type Element, type ElementTree } from "@udt/contract";
import type { ElementsCapability } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { SaxesParser } from "saxes";
import { parseSize } from "./facts.ts";
import { runLine } from "./shell.ts";

/** For devices on which the tool cannot write where it is run from. */
const FILE = "/data/local/tmp/udt-elements.xml";
const TO_OUTPUT = "uiautomator dump /dev/tty";
const TO_FILE = `uiautomator dump ${FILE} && cat ${FILE}; rm -f ${FILE}`;

export const elementsCapability = (adbNow: () => Adb): ElementsCapability => ({
  async read(signal) {
    const size = parseSize((await runLine(adbNow(), "wm size", signal)).stdout);
    let said = "";
    for (const line of [TO_OUTPUT, TO_FILE]) {
      const { stdout, stderr } = await runLine(adbNow(), line, signal);
      const tree = parseElements(stdout, size);
      if (tree) return tree;
      said = `${stdout}${stderr}`.trim().slice(0, 500);
      // It has waited for ten seconds, and would again.
      if (isMoving(said)) break;
    }
    throw new SaidError(say(isMoving(said) ? "screen_never_still" : "screen_no_window", {}, said));
  },
});

/**
 * It waits until nothing has changed for a second, and gives up after ten.
 * @see https://android.googlesource.com/platform/frameworks/base/+/68e6b50/cmds/uiautomator/cmds/uiautomator/src/com/android/commands/uiautomator/DumpCommand.java
 */
const isMoving = (said: string): boolean => said.includes("could not get idle state");

/**
 * The tree in the tool's output, which has words of its own before and after it; undefined where there is none.
 * @param display as `wm size` tells it, upright
 */
export function parseElements(output: string, display: { width: number; height: number }): ElementTree | undefined {
  const begin = output.indexOf("<hierarchy");
  const end = output.lastIndexOf("</hierarchy>");
  if (begin === -1 || end === -1) return undefined;
  const list: Element[] = [];
  /** Places in the list of the nodes that are open; null for one that is in nothing listed. */
  const open: (number | null)[] = [];
  let rotation = 0;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "hierarchy") rotation = Number(attributes["rotation"] ?? 0);
    if (name !== "node") return;
    const bounds = parseBounds(attributes["bounds"] ?? "");
    open.push(bounds ? list.length : (open.at(-1) ?? null));
    if (bounds) list.push(elementOf(attributes, bounds, open.at(-2) ?? null));
  });
  parser.on("closetag", ({ name }) => {
    if (name === "node") open.pop();
  });
  try {
    parser.write(output.slice(begin, end + "</hierarchy>".length)).close();
  } catch {
    // Some makers' texts break the tool's XML: that is no tree, and the words of the device are kept as evidence.
    return undefined;
  }
  const isTurned = rotation % 2 === 1;
  const width = isTurned ? display.height : display.width;
  const height = isTurned ? display.width : display.height;
  return width > 0 && height > 0 ? { width, height, list, is_cut: false } : undefined;
}

function elementOf(attributes: Record<string, string>, bounds: Element["bounds"], parent: number | null): Element {
  const words = (name: string) => (attributes[name] ?? "").slice(0, LIMITS.element_text_max);
  return {
    parent,
    class_name: words("class"),
    resource_id: words("resource-id"),
    text: words("text"),
    description: words("content-desc"),
    package_name: words("package"),
    bounds,
    states: ELEMENT_STATES.filter((state) => attributes[state.replace("_", "-")] === "true"),
  };
}

function parseBounds(text: string): Element["bounds"] | undefined {
  const match = /^\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]$/.exec(text);
  if (!match) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(1).map(Number);
  return { left, top, right, bottom };
}
