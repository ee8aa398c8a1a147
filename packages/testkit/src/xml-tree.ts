import { SaxesParser } from "saxes";

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** Its own, without that of the elements in it. */
  text: string;
  children: XmlElement[];
}

/** A document's outermost element with all that is in it. */
export function readXml(xml: string): XmlElement {
  const parser = new SaxesParser();
  const root: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "", children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  const add = (text: string) => void (open.at(-1)!.text += text);
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return root.children[0]!;
}
