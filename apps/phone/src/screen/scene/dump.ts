import { isClickable, isFocusable, type SceneNode } from "./node.ts";
import type { TextField } from "./text-field.ts";

// XML 1.0 has no way to write control characters and lone surrogates; uiautomator puts a dot in their place.
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

const escape = (text: string): string =>
  text
    .replaceAll(UNWRITABLE, ".")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#9;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;");

const defaultClass = (node: SceneNode): string => {
  const { spec } = node;
  if (spec.field !== undefined) return "android.widget.EditText";
  if (spec.scroll === "y") return "android.widget.ScrollView";
  if (spec.scroll === "x") return "android.widget.HorizontalScrollView";
  if (spec.text !== undefined) return "android.widget.TextView";
  if (node.children.length === 0) return spec.paint === undefined ? "android.view.View" : "android.widget.ImageView";
  if (spec.dir === "stack") return "android.widget.FrameLayout";
  return "android.widget.LinearLayout";
};

export interface DumpState {
  packageName: string;
  focusedField: TextField | undefined;
  focusedKey: string | undefined;
  /** A list counts as scrollable when there is more of it than can be seen. */
  isScrollable: (key: string) => boolean;
}

const attributes = (node: SceneNode, index: number, state: DumpState): string => {
  const { spec, clip } = node;
  const pkg = spec.pkg ?? state.packageName;
  const clickable = isClickable(spec);
  const focused = (spec.field !== undefined && spec.field === state.focusedField) || node.key === state.focusedKey;
  const text =
    spec.field === undefined ? (spec.text ?? "") : spec.field.text === "" ? spec.field.hint : spec.field.shown;
  const values: Record<string, string | number | boolean> = {
    index,
    text,
    "resource-id": spec.id === undefined ? "" : spec.id.includes(":") ? spec.id : `${pkg}:id/${spec.id}`,
    class: spec.cls ?? defaultClass(node),
    package: pkg,
    "content-desc": spec.desc ?? "",
    checkable: spec.checkable ?? false,
    checked: spec.checked ?? false,
    clickable,
    enabled: spec.enabled ?? true,
    focusable: isFocusable(spec),
    focused,
    scrollable: spec.scroll !== undefined && state.isScrollable(node.key),
    "long-clickable": spec.onLongPress !== undefined || spec.field !== undefined,
    password: spec.field?.password ?? false,
    selected: spec.selected ?? false,
    bounds: `[${clip.x},${clip.y}][${clip.x + clip.width},${clip.y + clip.height}]`,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escape(String(value))}"`)
    .join(" ");
};

const dumpNode = (node: SceneNode, index: number, state: DumpState): string => {
  const children = node.children
    .filter(({ spec, clip }) => spec.ghost !== true && clip.width > 0 && clip.height > 0)
    .map((child, at) => dumpNode(child, at, state))
    .join("");
  const open = `<node ${attributes(node, index, state)}`;
  return children === "" ? `${open} />` : `${open}>${children}</node>`;
};

/**
 * The tree as `uiautomator dump` writes it: same element, attributes, order and escaping.
 * @see https://android.googlesource.com/platform/frameworks/base/+/68e6b50/cmds/uiautomator/library/core-src/com/android/uiautomator/core/AccessibilityNodeInfoDumper.java
 */
export const dumpScene = (root: SceneNode, rotation: number, state: DumpState): string =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${rotation}">${dumpNode(root, 0, state)}</hierarchy>`;
