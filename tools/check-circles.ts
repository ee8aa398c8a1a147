/**
 * Circles of imports, which make two parts one that nobody can read, test or start alone. None between files that import
 * values, and none between the folders of a folder, type imports included. What is left are circles of types between files
 * of one folder: they are counted (`ratchets.json`), and their number only falls.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseSync } from "rolldown/utils";
import { productFiles } from "./product-files.ts";

interface Import {
  from: string;
  to: string;
  is_type: boolean;
}

/** Imports that come late on purpose, and close a circle: the phone's shell runs `find`, which runs shells. */
const DELIBERATE = new Map([["apps/phone/src/shell/bash-runner.ts", "apps/phone/src/shell/commands/sh.ts"]]);

/** @returns A sentence for each circle that may not be. */
export function checkCircles(root: string): string[] {
  const imports = importsOf(root);
  return [
    ...circles(imports.filter((one) => !one.is_type)).map((files) => `circle of values: ${files.join(" ↔ ")}`),
    ...circles(imports.map(betweenFolders).filter((one) => one !== undefined)).map(
      (folders) => `circle of folders: ${folders.join(" ↔ ")}`,
    ),
  ];
}

/** The circles of types between files, each with its files. */
export const typeCircles = (root: string): string[][] => circles(importsOf(root));

function importsOf(root: string): Import[] {
  return productFiles(root).flatMap((from) => {
    const text = readFileSync(join(root, from), "utf8");
    const { module } = parseSync(from, text);
    const imported = module.staticImports.map((one) => ({
      target: one.moduleRequest.value,
      // `import { type A }` still loads the file when it runs.
      is_type: /^import\s+type\b/.test(text.slice(one.start, one.end)),
    }));
    const exported = module.staticExports.flatMap((one) =>
      one.entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ target: moduleRequest.value, is_type: isType }] : [],
      ),
    );
    // `import("./x.ts")` needs the file when it runs; what is computed names no file here.
    const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
      const target = /^["'](.*)["']$/.exec(text.slice(moduleRequest.start, moduleRequest.end).trim())?.[1];
      return target === undefined ? [] : [{ target, is_type: false }];
    });
    return [...imported, ...exported, ...dynamic].flatMap(({ target, is_type }) => {
      if (!target.startsWith(".")) return [];
      const file = resolve(root, dirname(from), target);
      const to = relative(root, file);
      if (!/\.m?tsx?$/.test(to) || !existsSync(file) || DELIBERATE.get(from) === to) return [];
      return [{ from, to, is_type }];
    });
  });
}

/** The import as one between two folders beside each other; undefined when it stays in a folder, or goes in or out of one. */
function betweenFolders({ from, to, is_type }: Import): Import | undefined {
  const [a, b] = [from.split(sep), to.split(sep)];
  const fork = a.findIndex((part, index) => part !== b[index]);
  if (fork >= a.length - 1 || fork >= b.length - 1) return undefined;
  return { from: a.slice(0, fork + 1).join("/"), to: b.slice(0, fork + 1).join("/"), is_type };
}

/** Tarjan's strongly connected components of more than one node. */
function circles(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    let lowest = own;
    open.push(node);
    for (const target of next.get(node) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, order.get(target) ?? lowest);
    }
    low.set(node, lowest);
    if (lowest === own) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return lowest;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}
