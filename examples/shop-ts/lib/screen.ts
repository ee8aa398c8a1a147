import { setTimeout as pause } from "node:timers/promises";
import { execOut, shell } from "./adb.ts";

export interface Node {
  id: string;
  text: string;
  desc: string;
  selected: boolean;
  x: number;
  y: number;
}
export type Wanted = Partial<Pick<Node, "id" | "text" | "desc">>;

const TIMEOUT_MS = 30_000;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal?: string, hex?: string, name?: string) =>
    name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16)),
  );

/** Everything on the screen, in the order of `uiautomator dump`. */
export async function look(): Promise<Node[]> {
  const xml = (await execOut("uiautomator", "dump", "/dev/tty")).toString();
  return [...xml.matchAll(/<node ([^>]*)>/g)].map(([, tag = ""]) => {
    const attribute = (name: string) => decode(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
    const [left = 0, top = 0, right = 0, bottom = 0] = (attribute("bounds").match(/\d+/g) ?? []).map(Number);
    return {
      id: attribute("resource-id").replace(/^.*:id\//, ""),
      text: attribute("text"),
      desc: attribute("content-desc"),
      selected: attribute("selected") === "true",
      x: Math.round((left + right) / 2),
      y: Math.round((top + bottom) / 2),
    };
  });
}

const fits = (node: Node, wanted: Wanted) =>
  Object.entries(wanted).every(([name, value]) => node[name as keyof Wanted] === value);

export async function findAll(wanted: Wanted): Promise<Node[]> {
  return (await look()).filter((node) => fits(node, wanted));
}

/** The first such node, waited for. */
export async function find(wanted: Wanted): Promise<Node> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const [node] = await findAll(wanted);
    if (node) return node;
    if (Date.now() > until) throw new Error(`${JSON.stringify(wanted)} does not show within ${TIMEOUT_MS / 1000} s`);
    await pause(100);
  }
}

/** Resolves with what `fact` answers once that is not undefined. */
export async function until<T>(what: string, fact: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const found = await fact();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${TIMEOUT_MS / 1000} s`);
    await pause(100);
  }
}

export async function tap(wanted: Wanted): Promise<void> {
  const { x, y } = await find(wanted);
  await shell("input", "tap", String(x), String(y));
}

/** Touches the field and types. */
export async function type(wanted: Wanted, text: string): Promise<void> {
  await tap(wanted);
  await shell("input", "text", text);
}

export const back = () => shell("input", "keyevent", "KEYCODE_BACK");
