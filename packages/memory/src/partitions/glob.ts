/**
 * A pattern of names: `*` stands for any characters, none as well, and everything else for itself; the whole name has to fit. It has
 * nothing that could make a test go back over what it has tried, as regular expressions do: each part is looked for once.
 */
export function globTest(pattern: string): (name: string) => boolean {
  const [begin = "", ...middle] = pattern.split("*");
  const end = middle.pop();
  if (end === undefined) return (name) => name === pattern;
  return (name) => {
    const last = name.length - end.length;
    if (last < begin.length || !name.startsWith(begin) || !name.endsWith(end)) return false;
    let at = begin.length;
    for (const part of middle) {
      const found = name.indexOf(part, at);
      if (found < 0 || found + part.length > last) return false;
      at = found + part.length;
    }
    return true;
  };
}
