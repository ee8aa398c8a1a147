/** A view as `uiautomator dump` tells it. */
export interface DumpedView {
  cls: string;
  /** How many characters it shows. */
  text: number;
  /** Where among the views the one is that it lies in; -1 for the outermost. */
  parent: number;
}

/** What an attribute of a tag is; empty where it has none of the name. */
function attribute(tag: string, name: string): string {
  const begin = ` ${name}="`;
  const at = tag.indexOf(begin);
  if (at < 0) return "";
  const start = at + begin.length;
  return tag.slice(start, tag.indexOf('"', start));
}

/** The views of one package in what the screen dumps, each after the one that it lies in. */
export function viewsOf(xml: string, packageName: string): DumpedView[] {
  const views: DumpedView[] = [];
  /** Which views the text is in at the moment; those of other packages have the number of what they lie in. */
  const open: number[] = [];
  // No text has a "<" but as an entity.
  for (const tag of xml.split("<")) {
    if (tag.startsWith("/node>")) open.pop();
    if (!tag.startsWith("node ")) continue;
    const parent = open.at(-1) ?? -1;
    const isIts = attribute(tag, "package") === packageName;
    if (isIts) views.push({ cls: attribute(tag, "class"), text: attribute(tag, "text").length, parent });
    if (!tag.endsWith("/>")) open.push(isIts ? views.length - 1 : parent);
  }
  return views;
}
