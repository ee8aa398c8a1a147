import type { Page } from "playwright-core";

/** What is wrong with a page as it is drawn now; an empty list is a clean page. */
export interface PageFault {
  kind: "overflow" | "missing_text" | "contrast" | "unnamed_control" | "icon_name";
  where: string;
  detail: string;
}

/**
 * Looks at every visible element of the page:
 * - overflow: the page scrolls sideways, text is cut off without an ellipsis, figures are cut off at all, or a table's
 *   cell has no room for its buttons or state: the dots there stand for something to press;
 * - missing_text: a translation key shows in place of its text;
 * - contrast: text below WCAG AA (4.5:1, or 3:1 from 24 px, or 18.66 px bold), disabled controls excepted;
 * - unnamed_control: a button, link or field without an accessible name;
 * - icon_name: an icon of Ant Design's that says its own English name, whatever the page's language.
 * Elements below `[data-device-screen]` and the terminal are the device's own picture and are left out.
 */
export function findPageFaults(page: Page): Promise<PageFault[]> {
  return page.evaluate(() => {
    const faults: {
      kind: "overflow" | "missing_text" | "contrast" | "unnamed_control" | "icon_name";
      where: string;
      detail: string;
    }[] = [];
    type Rgba = [number, number, number, number];
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
    // Drawing each once: a page has thousands of elements and few colours.
    const known = new Map<string, Rgba>();
    const parse = (color: string): Rgba => {
      const rgba = known.get(color) ?? draw(color);
      known.set(color, rgba);
      return rgba;
    };
    const draw = (color: string): Rgba => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = (top: Rgba, below: Rgba): Rgba => {
      const mix = (i: 0 | 1 | 2) => top[i] * top[3] + below[i] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = ([r, g, b]: Rgba) => {
      const part = (value: number) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const backgroundOf = (element: Element): Rgba | undefined => {
      const layers: Rgba[] = [];
      for (let at: Element | null = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== "none") return undefined;
        const color = parse(style.backgroundColor);
        if (color[3] > 0) layers.push(color);
        if (color[3] === 1) break;
      }
      return layers.reduceRight<Rgba>((below, layer) => over(layer, below), [255, 255, 255, 1]);
    };
    const pathOf = (element: Element) => {
      const parts: string[] = [];
      for (let at: Element | null = element; at && parts.length < 4; at = at.parentElement) {
        const name =
          typeof at.className === "string" && at.className ? `.${at.className.split(/\s+/).slice(0, 2).join(".")}` : "";
        parts.unshift(at.tagName.toLowerCase() + name);
      }
      return parts.join(" > ");
    };
    const isVisible = (element: Element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };
    const isForeign = (element: Element) =>
      element.closest("[data-device-screen], .xterm, [aria-hidden=true]") !== null;

    const root = document.scrollingElement ?? document.documentElement;
    // Within the shell what is long scrolls, and the page itself never.
    if (document.querySelector(".udt-shell") && root.scrollHeight > root.clientHeight) {
      faults.push({
        kind: "overflow",
        where: "html",
        detail: `page is ${root.scrollHeight} px high in ${root.clientHeight}`,
      });
    }
    if (root.scrollWidth > Math.max(root.clientWidth, 1280)) {
      faults.push({
        kind: "overflow",
        where: "html",
        detail: `page is ${root.scrollWidth} px wide in ${root.clientWidth}`,
      });
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (!isVisible(element) || isForeign(element)) continue;
      if (
        element.matches(
          "button, a[href], input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=switch]",
        )
      ) {
        const labels = "labels" in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
        const named = [
          element.getAttribute("aria-label"),
          element.getAttribute("aria-labelledby"),
          element.getAttribute("title"),
          element.getAttribute("placeholder"),
          element.textContent,
          element.querySelector("[aria-label], img[alt]")?.outerHTML,
          ...labels.map((label) => label.textContent),
        ].some((text) => text?.trim());
        if (!named)
          faults.push({ kind: "unnamed_control", where: pathOf(element), detail: element.outerHTML.slice(0, 120) });
      }
      const label = element.getAttribute("aria-label") ?? "";
      if (element.classList.contains(`anticon-${label}`))
        faults.push({ kind: "icon_name", where: pathOf(element), detail: label });
      const cell = element.matches("button:not(.udt-link), .udt-pill") ? element.closest("td") : null;
      if (cell && getComputedStyle(cell).overflowX !== "visible") {
        const room = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
        const { right } = element.getBoundingClientRect();
        if (right > room + 0.5) {
          const detail = `"${element.textContent}" is ${(right - room).toFixed(1)} px too long for its cell`;
          faults.push({ kind: "overflow", where: pathOf(element), detail });
        }
      }
      const own = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? "");
      const text = own.join(" ").trim();
      if (!text) continue;
      if (/^[a-z]+(_[a-z]+)*(\.[a-z0-9_]+)+$/i.test(text) && !element.closest("[data-literal]")) {
        faults.push({ kind: "missing_text", where: pathOf(element), detail: text });
      }
      const style = getComputedStyle(element);
      const clips = style.overflowX === "hidden" || style.overflowX === "clip";
      const isFigure = element.closest(".udt-num") !== null;
      if (clips && (style.textOverflow !== "ellipsis" || isFigure) && element.scrollWidth > element.clientWidth + 1) {
        faults.push({
          kind: "overflow",
          where: pathOf(element),
          detail: `"${text.slice(0, 60)}" needs ${element.scrollWidth} px of ${element.clientWidth}`,
        });
      }
      if (element.closest("[disabled], [aria-disabled=true], .ant-btn-disabled") || !/[\p{L}\p{N}]/u.test(text))
        continue;
      const background = backgroundOf(element);
      if (!background) continue;
      const [light, dark] = [luminance(over(parse(style.color), background)), luminance(background)].toSorted(
        (a, b) => b - a,
      );
      const ratio = (light! + 0.05) / (dark! + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (isLarge ? 3 : 4.5) - 0.005) {
        faults.push({
          kind: "contrast",
          where: pathOf(element),
          detail: `"${text.slice(0, 40)}" has ${ratio.toFixed(2)}:1`,
        });
      }
    }
    return faults;
  });
}
