/**
 * A screen's texts are fetched with it: what uses one that its route does not name shows its bare keys. The sources are
 * read as they are written, because a component that is shown now and then is not rendered by every spec.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SCREENS } from "./routes.ts";

const SOURCES = resolve(import.meta.dirname, "..");
/** Fetched before any screen, by `start.tsx`, `router.tsx` and `signed-in-routes.tsx`. */
const ALWAYS = ["app", "common", "errors", "refusals", "rules", "words"];

interface Source {
  /** What it imports of files of ours, by name where it says so. */
  imports: { file: string; names: string[] | undefined }[];
  uses: string[];
  /** Fetched by itself, with a part that comes late. */
  loads: string[];
}

const known = new Map<string, Source>();
const strings = (text: string) => Array.from(text.matchAll(/"([^"]+)"/g), ([, word]) => word!);

function sourceOf(file: string): Source {
  let source = known.get(file);
  if (!source) {
    const text = readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
    const late = Array.from(text.matchAll(/\bimport\("(\.[^"]+\.tsx?)"\)/g), ([, path]) => path!);
    const imports = text.matchAll(/^(?:import|export) (?!type\b)(?:(\{[^}]*\}|[^;"{]*?) from )?"(\.[^"]+\.tsx?)"/gm);
    source = {
      imports: [
        ...Array.from(imports, ([, names, path]) => ({
          file: join(dirname(file), path!),
          names: names?.startsWith("{")
            ? names
                .slice(1, -1)
                .split(",")
                .map((name) => name.trim())
                .filter((name) => name !== "" && !name.startsWith("type "))
                .map((name) => name.split(" as ")[0]!)
            : undefined,
        })),
        ...late.map((path) => ({ file: join(dirname(file), path), names: undefined })),
      ].filter((one) => existsSync(one.file)),
      uses: Array.from(text.matchAll(/\b(?:useT|getT)\("([^"]+)"\)/g), ([, name]) => name!),
      loads: Array.from(text.matchAll(/\bloadTexts\(([^)]*)\)/g), ([, names]) => strings(names!)).flat(),
    };
    known.set(file, source);
  }
  return source;
}

/** The files that a file's names come from: an index only hands on those of others. */
function origins(file: string, names: string[] | undefined): string[] {
  if (!file.endsWith("/index.ts") || names === undefined) return [file];
  const handed = sourceOf(file).imports.filter((one) => one.names?.some((name) => names.includes(name)));
  return handed.flatMap((one) =>
    origins(
      one.file,
      one.names?.filter((name) => names.includes(name)),
    ),
  );
}

function reached(from: string): Set<string> {
  const files = new Set<string>();
  const next = [from];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    next.push(...sourceOf(file).imports.flatMap((one) => origins(one.file, one.names)));
  }
  return files;
}

/** `texts` that are used and nobody fetches, each with a file that uses it. */
function missing(screen: string, texts: readonly string[]): string[] {
  const files = [...reached(screen)].map((file) => ({ file, ...sourceOf(file) }));
  const there = new Set([...ALWAYS, ...texts, ...files.flatMap(({ loads }) => loads)]);
  return files.flatMap(({ file, uses }) =>
    uses.filter((name) => !there.has(name)).map((name) => `${name} (${relative(SOURCES, file)})`),
  );
}

describe("a screen's texts", () => {
  it("are missed where its route names none of them", () => {
    expect(missing(join(SOURCES, "features/runs/case-page.tsx"), [])).toContain("runs (features/runs/case-page.tsx)");
  });

  it.each(SCREENS.map((screen) => [screen.path, screen] as const))("of %s are all there", (_path, screen) => {
    // As it stands in the program that the test runner has made of it.
    const [, module] = /\("[^"]*\/src\/([^"]+)"\)/.exec(String(screen.load))!;
    expect(missing(join(SOURCES, module!), screen.texts)).toEqual([]);
  });
});
