/** The first node of a `uiautomator dump` with these attributes: its text and its centre. */
export function pickNode(
  xml: string,
  wanted: Record<string, string>,
): { x: number; y: number; text: string } | undefined {
  for (const [tag] of xml.matchAll(/<node [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
    if (!Object.entries(wanted).every(([name, value]) => attribute(name) === value)) continue;
    const [left, top, right, bottom] = [...attribute("bounds").matchAll(/\d+/g)].map(([number]) => Number(number)) as [
      number,
      number,
      number,
      number,
    ];
    return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), text: decode(attribute("text")) };
  }
  return undefined;
}

/** The attributes of each node of a `uiautomator dump`, in its order. */
export const allNodes = (xml: string): Record<string, string>[] =>
  [...xml.matchAll(/<node [^>]*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, decode(value)]),
    ),
  );

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal));
    },
  );
