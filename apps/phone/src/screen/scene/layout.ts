import { textBefore } from "@udt/base";
import { ellipsize, measureText, type TextStyle, wrapText } from "./text.ts";
import {
  intersect,
  type Insets,
  type Length,
  type Rect,
  type SceneNode,
  type ScrollState,
  type ViewSpec,
} from "./node.ts";

export interface LayoutEnvironment {
  /** Pixels per dp. */
  dp: number;
  fontScale: number;
  language: string;
  /** Scroll offsets by node key, read and clamped here. */
  scrolls: Map<string, ScrollState>;
}

type Sides = readonly [top: number, right: number, bottom: number, left: number];

const sides = (insets: Insets | undefined, dp: number): Sides => {
  if (insets === undefined) return [0, 0, 0, 0];
  if (typeof insets === "number") return [insets * dp, insets * dp, insets * dp, insets * dp];
  if (insets.length === 2) return [insets[0] * dp, insets[1] * dp, insets[0] * dp, insets[1] * dp];
  return [insets[0] * dp, insets[1] * dp, insets[2] * dp, insets[3] * dp];
};

export const styleOf = (spec: ViewSpec, environment: LayoutEnvironment): TextStyle => ({
  size: (spec.size ?? 15) * environment.dp * environment.fontScale,
  weight: spec.weight ?? 400,
  language: environment.language,
});

export const lineHeightOf = (spec: ViewSpec, style: TextStyle): number => style.size * (spec.lineHeight ?? 1.36);

const mount = (spec: ViewSpec, key: string, parent: SceneNode | undefined): SceneNode => {
  const node: SceneNode = {
    spec,
    key,
    children: [],
    parent,
    bounds: { x: 0, y: 0, width: 0, height: 0 },
    clip: { x: 0, y: 0, width: 0, height: 0 },
    lines: [],
    measured: { width: 0, height: 0 },
  };
  let index = 0;
  for (const child of spec.children ?? []) {
    if (child !== undefined) node.children.push(mount(child, `${key}/${child.id ?? ""}${index}`, node));
    index += 1;
  }
  return node;
};

class Layout {
  readonly #environment: LayoutEnvironment;

  constructor(environment: LayoutEnvironment) {
    this.#environment = environment;
  }

  #resolve(length: Length | undefined, offered: number): number | undefined {
    if (typeof length === "number") return length * this.#environment.dp;
    return length === "fill" && Number.isFinite(offered) ? offered : undefined;
  }

  measure(node: SceneNode, offeredWidth: number, offeredHeight: number): { width: number; height: number } {
    const { spec } = node;
    const { dp } = this.#environment;
    const [top, right, bottom, left] = sides(spec.pad, dp);
    const limit = Math.min(offeredWidth, (spec.maxWidth ?? Infinity) * dp);
    const fixedWidth = this.#resolve(spec.width, limit);
    const fixedHeight = this.#resolve(spec.height, offeredHeight);
    const innerWidth = Math.max(0, (fixedWidth ?? limit) - left - right);
    const innerHeight = Math.max(0, (fixedHeight ?? offeredHeight) - top - bottom);
    const content =
      node.children.length === 0
        ? this.#measureText(node, innerWidth)
        : this.#measureChildren(node, innerWidth, innerHeight);
    const width = fixedWidth ?? Math.min(limit, content.width + left + right);
    const height = Math.max(fixedHeight ?? content.height + top + bottom, (spec.minHeight ?? 0) * dp);
    node.measured = { width, height };
    return node.measured;
  }

  #measureText(node: SceneNode, innerWidth: number): { width: number; height: number } {
    const { spec } = node;
    const text = spec.field === undefined ? spec.text : spec.field.shown === "" ? spec.field.hint : spec.field.shown;
    if (text === undefined) return { width: 0, height: 0 };
    const style = styleOf(spec, this.#environment);
    const multiline = spec.field === undefined || spec.field.multiline;
    let lines = multiline ? wrapText(text, style, innerWidth + 0.5) : [text];
    if (spec.maxLines !== undefined && lines.length > spec.maxLines) {
      const kept = lines.slice(0, spec.maxLines);
      const last = kept.pop() ?? "";
      const whole = spec.maxLines === 1 ? textBefore(text, "\n") : last;
      lines = [...kept, ellipsize(`${whole.trimEnd()}…`, style, innerWidth)];
    }
    node.lines = lines;
    const width = Math.max(...lines.map((line) => measureText(line, style)));
    return { width: Math.ceil(width), height: Math.ceil(lines.length * lineHeightOf(spec, style)) };
  }

  #measureChildren(node: SceneNode, innerWidth: number, innerHeight: number): { width: number; height: number } {
    const { spec, children } = node;
    const row = spec.dir === "row";
    const scroll = spec.scroll;
    const mainLimit = scroll === undefined ? (row ? innerWidth : innerHeight) : Infinity;
    if (spec.dir === "stack") {
      const sizes = children.map((child) => this.measure(child, innerWidth, innerHeight));
      return {
        width: Math.max(...sizes.map((size) => size.width)),
        height: Math.max(...sizes.map((size) => size.height)),
      };
    }
    const gaps = (spec.gap ?? 0) * this.#environment.dp * (children.length - 1);
    let main = gaps;
    let cross = 0;
    let grows = 0;
    const add = (size: { width: number; height: number }): void => {
      main += row ? size.width : size.height;
      cross = Math.max(cross, row ? size.height : size.width);
    };
    for (const child of children) {
      if (child.spec.grow !== undefined && Number.isFinite(mainLimit)) grows += child.spec.grow;
      else if (row) add(this.measure(child, scroll === "x" ? Infinity : Math.max(0, innerWidth - main), innerHeight));
      else add(this.measure(child, innerWidth, scroll === "y" ? Infinity : Math.max(0, innerHeight - main)));
    }
    const left = Math.max(0, mainLimit - main);
    if (grows > 0) {
      for (const child of children) {
        if (child.spec.grow === undefined) continue;
        const share = Math.floor((left * child.spec.grow) / grows);
        const size = row ? this.measure(child, share, innerHeight) : this.measure(child, innerWidth, share);
        if (row) size.width = share;
        else size.height = share;
        add(size);
      }
    }
    return row ? { width: main, height: cross } : { width: cross, height: main };
  }

  place(node: SceneNode, rect: Rect, clip: Rect): void {
    const { spec, children } = node;
    const { dp } = this.#environment;
    node.bounds = {
      x: Math.round(rect.x),
      y: Math.round(rect.y),
      width: Math.round(rect.width),
      height: Math.round(rect.height),
    };
    node.clip = intersect(node.bounds, clip);
    if (children.length === 0) return;
    const [top, right, bottom, left] = sides(spec.pad, dp);
    const inner: Rect = {
      x: rect.x + left,
      y: rect.y + top,
      width: rect.width - left - right,
      height: rect.height - top - bottom,
    };
    if (spec.dir === "stack") {
      for (const child of children) this.#placeInStack(child, inner, node);
      return;
    }
    this.#placeInLine(node, inner);
  }

  #placeInStack(child: SceneNode, inner: Rect, parent: SceneNode): void {
    const { spec } = parent;
    const width = child.spec.width === undefined && spec.align === undefined ? inner.width : child.measured.width;
    const height = child.spec.height === undefined && spec.justify === undefined ? inner.height : child.measured.height;
    const at = (mode: string | undefined, free: number): number =>
      mode === "center" ? free / 2 : mode === "end" ? free : 0;
    this.place(
      child,
      {
        x: inner.x + at(spec.align, inner.width - width),
        y: inner.y + at(spec.justify, inner.height - height),
        width,
        height,
      },
      parent.clip,
    );
  }

  #placeInLine(node: SceneNode, inner: Rect): void {
    const { spec, children } = node;
    const row = spec.dir === "row";
    const gap = (spec.gap ?? 0) * this.#environment.dp;
    const used =
      children.reduce((sum, { measured }) => sum + (row ? measured.width : measured.height), 0) +
      gap * (children.length - 1);
    const room = row ? inner.width : inner.height;
    let at = row ? inner.x : inner.y;
    let spread = gap;
    if (spec.scroll !== undefined) {
      const state = this.#environment.scrolls.get(node.key) ?? { offset: 0, max: 0 };
      state.max = Math.max(0, Math.ceil(used - room));
      state.offset = Math.max(0, Math.min(state.max, state.offset));
      this.#environment.scrolls.set(node.key, state);
      at -= state.offset;
    } else if (spec.justify === "center") at += (room - used) / 2;
    else if (spec.justify === "end") at += room - used;
    else if (spec.justify === "between" && children.length > 1) spread += (room - used) / (children.length - 1);
    const align = spec.align ?? (row ? "center" : "stretch");
    for (const child of children) {
      const main = row ? child.measured.width : child.measured.height;
      const crossRoom = row ? inner.height : inner.width;
      const wanted = row ? child.measured.height : child.measured.width;
      const own = row ? child.spec.height : child.spec.width;
      const limited = !row && child.spec.maxWidth !== undefined;
      const cross = align === "stretch" && own === undefined && !limited ? crossRoom : Math.min(wanted, crossRoom);
      const shift =
        align === "center" || (limited && align === "stretch")
          ? (crossRoom - cross) / 2
          : align === "end"
            ? crossRoom - cross
            : 0;
      const rect = row
        ? { x: at, y: inner.y + shift, width: main, height: cross }
        : { x: inner.x + shift, y: at, width: cross, height: main };
      this.place(child, rect, node.clip);
      at += main + spread;
    }
  }
}

/** Builds the scene of a view: every node gets its pixels, and the parts that can be seen. */
export const layoutScene = (spec: ViewSpec, rect: Rect, key: string, environment: LayoutEnvironment): SceneNode => {
  const root = mount(spec, key, undefined);
  const layout = new Layout(environment);
  layout.measure(root, rect.width, rect.height);
  layout.place(root, rect, rect);
  return root;
};
