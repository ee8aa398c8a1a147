const PRIMITIVES: Readonly<Record<string, string>> = {
  B: "byte",
  C: "char",
  D: "double",
  F: "float",
  I: "int",
  J: "long",
  S: "short",
  Z: "boolean",
};
/** `[[Ljava/lang/String;`, `[I`: how a JVM names arrays. */
const ARRAY = /^(\[{1,255})(?:([BCDFIJSZ])|L(.*);)$/s;
/** `Shop$$Lambda$14+0x0000000801001000`: a class without a file, which is elsewhere in each run. */
const ADDRESS = /[+/.]0x[0-9a-f]{1,16}$/;

/** The name of a class as Java writes it, `java.lang.String[][]`, of what a JVM or Android's calls it. */
export function javaName(name: string): string {
  const [, depth, primitive = "", other] = ARRAY.exec(name) ?? [];
  if (depth === undefined) return plain(name);
  return (other === undefined ? (PRIMITIVES[primitive] ?? "") : plain(other)) + "[]".repeat(depth.length);
}

const plain = (name: string): string => name.replace(ADDRESS, "").replaceAll(/\//g, ".");
