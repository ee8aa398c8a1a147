import type { Page } from "playwright-core";

const KINDS = [
  "search",
  "text",
  "number",
  "check",
  "radio",
  "select",
  "filter",
  "menu",
  "download",
  "link",
  "button",
] as const;
export type Kind = (typeof KINDS)[number];
export interface Control {
  kind: Kind;
  name: string;
  /** Which of those with this kind and name. */
  nth: number;
  /** What it holds; of a radio whether it is chosen. Empty for what holds nothing. */
  value: string;
  /** Its place in the menu that is open. */
  item?: number;
}

export const FIELDS: readonly Kind[] = ["search", "text", "number", "check", "radio", "select"];
const OWN = [".ant-tooltip", ".ant-dropdown", ".ant-select-dropdown"];
export const MARK = "data-walked-control";

/**
 * Marks the controls that can be used now, and tells them in the page's order.
 *
 * @param alike what stands in rows that are alike, besides those of tables: the first of each stands for all
 */
export function findControls(page: Page, root: string, alike: readonly string[] = []): Promise<Control[]> {
  return page.evaluate(
    ({ within, mark, rows }) => {
      const CHOSEN = "[aria-selected=true], [aria-current]:not([aria-current=false])";
      const STEP = "[aria-current=step]";
      for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
      const counts = new Map<string, number>();
      const kindOf = (element: Element): Kind | undefined => {
        if (element instanceof HTMLSelectElement) return "select";
        if (element instanceof HTMLTextAreaElement) return element.readOnly ? undefined : "text";
        if (element instanceof HTMLInputElement) {
          if (element.type === "file" || element.type === "hidden") return undefined;
          if (element.type === "search" && element.getAttribute("role") !== "combobox") return "search";
          if (element.type === "checkbox") return "check";
          if (element.type === "radio") return "radio";
          if (element.getAttribute("role") === "combobox") return "select";
          if (element.getAttribute("role") === "spinbutton") return "number";
          return element.readOnly ? undefined : "text";
        }
        if (element.matches("[role=switch]")) return "check";
        if (element.matches(".udt-filter.ant-dropdown-trigger")) return "filter";
        if (element.matches(".ant-dropdown-trigger")) return "menu";
        if (element.hasAttribute("download")) return "download";
        return element instanceof HTMLAnchorElement ? "link" : "button";
      };
      const nameOf = (element: Element): string => {
        const labels = "labels" in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
        // A radio's label is one choice; what it is a choice of is its legend.
        const own =
          element.getAttribute("aria-label") ??
          labels.map((label) => (label.querySelector("b") ?? label).textContent).join(" ");
        const legend =
          element.closest("fieldset")?.querySelector("legend")?.textContent ??
          element.closest("[role=radiogroup]")?.ariaLabel;
        const isChoice = element instanceof HTMLInputElement && element.type === "radio";
        const filter = element.matches(".udt-filter") ? element.firstChild?.textContent : undefined;
        const name = own || filter || element.textContent || element.getAttribute("placeholder") || "";
        return (isChoice ? `${legend ?? ""}: ${name}` : name).trim().replaceAll(/\d+/g, "#");
      };
      const valueOf = (element: Element, kind: Kind): string => {
        if (kind === "check" && element.matches("[role=switch]")) return element.ariaChecked ?? "";
        if (element instanceof HTMLInputElement && (kind === "check" || kind === "radio"))
          return String(element.checked);
        if (kind === "select")
          return element.closest(".ant-select")?.textContent ?? (element as HTMLSelectElement).value;
        return "value" in element ? String(element.value) : "";
      };
      const found: Control[] = [];
      for (const scope of document.querySelectorAll(within))
        for (const element of scope.querySelectorAll("input, textarea, select, button, a[href], summary, [role=tab]")) {
          if (
            !element.checkVisibility({ visibilityProperty: true }) ||
            element.matches(":disabled, [aria-disabled=true]")
          )
            continue;
          if (element.matches("[hidden]") || element.closest("[aria-hidden=true]")) continue;
          // What is chosen already changes nothing when it is chosen again; a button that is down alone comes up.
          const isOneOf = element.parentElement?.querySelector(":scope > [aria-pressed=false]");
          if (element.matches(CHOSEN) || element.closest(STEP) || (isOneOf && element.ariaPressed === "true")) continue;
          // Rows are alike: the first stands for all.
          const row = element.closest(["tbody > tr", ...rows].join());
          const like = ["tr:not([aria-hidden])", ...rows].join();
          if (
            row &&
            row !== [...row.parentElement!.children].find((each) => each.matches(like) && !each.matches(CHOSEN))
          )
            continue;
          const kind = kindOf(element);
          if (kind === undefined) continue;
          const name = nameOf(element);
          const nth = counts.get(`${kind} ${name}`) ?? 0;
          counts.set(`${kind} ${name}`, nth + 1);
          element.setAttribute(mark, `${kind} ${name} ${nth}`);
          found.push({ kind, name, nth, value: valueOf(element, kind) });
        }
      return found;
    },
    { within: root, mark: MARK, rows: alike },
  );
}

/**
 * All that shows beside a control, without figures: clocks run by themselves. What it says to a pointer, and the menu or list
 * that it is chosen from, are its own.
 *
 * @param restless what changes by itself
 */
export const shownBeside = (page: Page, mark: string, restless: readonly string[] = []): Promise<string> =>
  page.evaluate(
    ({ attribute, value, left_out }) => {
      const own = document.querySelector(`[${attribute}="${CSS.escape(value)}"]`);
      const frame =
        own?.closest(".udt-search, .ant-select, .ant-input-affix-wrapper, .ant-input-number, label, .udt-filter") ??
        own;
      const seen: string[] = [];
      const visit = (node: Node): void => {
        if (node === frame) return;
        if (node.nodeType === Node.TEXT_NODE) seen.push(node.textContent ?? "");
        if (!(node instanceof Element) || !node.checkVisibility() || node.matches(left_out)) return;
        if (node instanceof HTMLImageElement) seen.push(node.alt);
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) seen.push(node.value);
        for (const child of node.childNodes) visit(child);
      };
      for (const child of document.body.childNodes) visit(child);
      const words = seen.join(" ").replaceAll(/\d+/g, "#").replaceAll(/\s+/g, " ");
      // A clock that comes to a whole minute says one figure less.
      return words.replaceAll(/# (hr|min) # (min|sec)/g, "# $1");
    },
    { attribute: MARK, value: mark, left_out: [...OWN, ...restless].join() },
  );
