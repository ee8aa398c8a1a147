import { escapeXml } from "../../../../platform/escape.ts";

/** Characters that XML 1.0 cannot carry, not even escaped. https://www.w3.org/TR/xml/#charsets */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const IMPOSSIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

export const xmlText = (text: string): string => escapeXml(text.toWellFormed().replace(IMPOSSIBLE, "\uFFFD"));
/** In an attribute white space must be written out, or it is read as a space. */
const attribute = (text: string): string => xmlText(text).replace(/[\t\r\n]/g, (one) => `&#${one.charCodeAt(0)};`);

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** ` name="value"` for each that has a value. */
export const attributesOf = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${attribute(String(value))}"`))
    .join("");

export const element = (name: string, attributes: Attributes, inside = ""): string =>
  inside === "" ? `<${name}${attributesOf(attributes)}/>` : `<${name}${attributesOf(attributes)}>${inside}</${name}>`;
