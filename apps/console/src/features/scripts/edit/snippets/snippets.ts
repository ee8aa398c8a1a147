/** Pieces of scripts to begin with, each with what it has to import. */
import { outlineOf } from "../python/outline.ts";

export const SNIPPETS = ["test", "step", "tap_picture", "expect", "fixture", "fixture_use"] as const;
export type SnippetName = (typeof SNIPPETS)[number];
export type SnippetLanguage = "typescript" | "python";

/** What is imported: a module, or a file of the repository, without which the piece is not offered. */
interface Need {
  name: string;
  from: string;
  is_file?: true;
  /** The module itself goes by that name. */
  is_whole?: true;
}
interface Piece {
  label: string;
  /** As a snippet of the Language Server Protocol. */
  insert: string;
  needs: readonly Need[];
}

const ASSERT: Need = { name: "assert", from: "node:assert/strict", is_whole: true };
const PYTEST: Need = { name: "pytest", from: "pytest", is_whole: true };

const PIECES: Record<SnippetLanguage, Partial<Record<SnippetName, Piece>>> = {
  typescript: {
    test: {
      label: "test",
      insert: 'test("${1:shows its home screen}", async () => {\n\t$0\n});',
      needs: [{ name: "test", from: "node:test" }],
    },
    step: {
      label: "step",
      insert: 'await step("${1:open the cart}", async () => {\n\t$0\n});',
      needs: [{ name: "step", from: "lib/step.ts", is_file: true }],
    },
    tap_picture: {
      label: "tapPicture",
      insert: 'await tapPicture("${1:tests/pictures/cart.png}", { screen: { width: ${2:720}, height: ${3:1600} } });$0',
      needs: [{ name: "tapPicture", from: "lib/picture.ts", is_file: true }],
    },
    expect: { label: "assert.equal", insert: "assert.equal(${1:1 + 1}, ${2:2});$0", needs: [ASSERT] },
  },
  python: {
    test: { label: "def test_", insert: "def test_${1:shows_its_home_screen}():\n\t${0:pass}", needs: [] },
    step: {
      label: "with step",
      insert: 'with step("${1:open the cart}"):\n\t${0:pass}',
      needs: [{ name: "step", from: "device/steps.py", is_file: true }],
    },
    tap_picture: {
      label: "tap_picture",
      insert: 'tap_picture("${1:tests/pictures/cart.png}", screen=(${2:720}, ${3:1600}))$0',
      needs: [{ name: "tap_picture", from: "device/picture.py", is_file: true }],
    },
    expect: { label: "assert", insert: "assert ${1:1 + 1} == ${2:2}$0", needs: [] },
    fixture: { label: "fixture", insert: "@pytest.fixture\ndef ${1:cart}():\n\tyield ${0:1}", needs: [PYTEST] },
    fixture_use: {
      label: "def test_ …(fixture)",
      insert: "def test_${1:is_emptied}(${2:tmp_path}):\n\t${0:pass}",
      needs: [],
    },
  },
};

export interface Offered {
  name: SnippetName;
  label: string;
  insert: string;
  /** Lines that the file lacks yet, which go behind this one; 0 for the first. */
  imports: readonly string[];
  head: number;
}

/**
 * The pieces for a file, as far as its repository has what they need.
 * @param has whether there is a file of the repository at a path
 */
export function snippetsFor(
  language: SnippetLanguage,
  path: string,
  text: string,
  has: (path: string) => boolean,
): Offered[] {
  const isPython = language === "python";
  const head = isPython ? outlineOf(text).head : headOf(text);
  const lineOf = isPython ? pythonImport : (need: Need) => scriptImport(need, path);
  const imported = isPython ? pythonHas(text) : scriptHas(text);
  return SNIPPETS.flatMap((name) => {
    const piece = PIECES[language][name];
    if (!piece || piece.needs.some(({ from, is_file }) => is_file && !has(from))) return [];
    const { label, insert, needs } = piece;
    return [{ name, label, insert, head, imports: needs.filter((need) => !imported(need.name)).map(lineOf) }];
  });
}

/** The last line of the imports that a file of TypeScript begins with. */
function headOf(text: string): number {
  const ends = [...text.matchAll(/^(?:import\b[^\n]*|\}) from "[^"\n]*";?$/gm)];
  const last = ends.at(-1);
  return last ? text.slice(0, last.index).split("\n").length : 0;
}

function scriptImport({ name, from, is_file, is_whole }: Need, path: string): string {
  const up = path.split("/").length - 1;
  const place = is_file ? (up === 0 ? "./" : "../".repeat(up)) + from : from;
  return `import ${is_whole ? name : `{ ${name} }`} from "${place}";`;
}

const pythonImport = ({ name, from, is_file, is_whole }: Need): string =>
  is_whole
    ? `import ${name}`
    : `from ${is_file ? from.replace(/\.py$/, "").replaceAll("/", ".") : from} import ${name}`;

/** Whether a file imports a name, from wherever that is: another of the same would be none to import beside it. */
function scriptHas(text: string): (name: string) => boolean {
  const begun = `\n${text}`.split(/\nimport\s/).slice(1);
  const lists = begun.map((rest) => rest.split(/[;"]/, 1)[0]?.trimEnd() ?? "").filter((list) => list.endsWith("from"));
  const names = new Set(lists.flatMap((list) => list.match(/[\w$]+/g) ?? []));
  return (name) => names.has(name);
}

function pythonHas(text: string): (name: string) => boolean {
  const names = new Set(outlineOf(text).imports.map(({ as }) => as));
  return (name) => names.has(name);
}
