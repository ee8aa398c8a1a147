import type { PhoneScreen } from "../../types.ts";

export interface DumpedNode {
  attributes: Record<string, string>;
  x: number;
  y: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const unescape = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** The nodes of a dump, with their attributes and centres, as a test tool reads them. */
export const dumpedNodes = (xml: string): DumpedNode[] =>
  [...xml.matchAll(/<node ([^<>]*?)\/?>/g)].map(([, inside = ""]) => {
    const attributes = Object.fromEntries(
      [...inside.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, unescape(value)]),
    );
    const [left = 0, top = 0, right = 0, bottom = 0] = [...(attributes["bounds"] ?? "").matchAll(/\d+/g)].map(Number);
    return { attributes, left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
  });

export const findAll = (screen: PhoneScreen, id: string): DumpedNode[] =>
  dumpedNodes(screen.dump()).filter(({ attributes }) => attributes["resource-id"]?.endsWith(`:id/${id}`));

export const find = (screen: PhoneScreen, id: string, index = 0): DumpedNode => {
  const node = findAll(screen, id)[index];
  if (node === undefined) throw new Error(`no view ${id} in ${screen.dump()}`);
  return node;
};

export const tapAt = (screen: PhoneScreen, x: number, y: number): void => {
  screen.touch("down", 0, x, y);
  screen.touch("up", 0, x, y);
};

export const tap = (screen: PhoneScreen, id: string, index = 0): void => {
  const { x, y } = find(screen, id, index);
  tapAt(screen, x, y);
};

export const press = (screen: PhoneScreen, keyCode: number, metaState = 0): void => {
  screen.key("down", keyCode, metaState);
  screen.key("up", keyCode, metaState);
};
