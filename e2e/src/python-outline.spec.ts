/** What the script editor reads of Python is what Python itself reads of it. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { outlineOf, type PythonName } from "../../apps/console/src/features/scripts/edit/python/outline.ts";
import { BUILTINS, KEYWORDS } from "../../apps/console/src/features/scripts/edit/python/words.ts";

const READ = `
import ast, builtins, json, keyword, sys
def told(node):
    text = (ast.get_docstring(node) or "").strip()
    return " ".join(line.strip() for line in text.split("\\n\\n")[0].split("\\n"))
def parameters(node):
    a = node.args
    names = [x.arg for x in a.posonlyargs + a.args]
    return names + (["*" + a.vararg.arg] if a.vararg else []) + [x.arg for x in a.kwonlyargs] + (["**" + a.kwarg.arg] if a.kwarg else [])
def names(body):
    found = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[node.name] = ["function", parameters(node), [ast.unparse(d).split('(')[0] for d in node.decorator_list], told(node)]
        elif isinstance(node, ast.ClassDef):
            found[node.name] = ["class", names(node.body), [ast.unparse(d).split('(')[0] for d in node.decorator_list], told(node)]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, ["variable"])
    return found
def imports(tree):
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [[x.name, None, x.asname or x.name] for x in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [["." * node.level + (node.module or ""), x.name, x.asname or x.name] for x in node.names]
    return sorted(found, key=str)
def read(path):
    tree = ast.parse(open(path, encoding="utf-8").read())
    return [told(tree), names(tree.body), imports(tree)]
print(json.dumps({"files": {path: read(path) for path in sys.argv[1:]}, "keywords": keyword.kwlist, "builtins": dir(builtins)}))
`;

const ROOT = new URL("../../", import.meta.url).pathname;
const paths = globSync("examples/**/*.py", { cwd: ROOT }).concat(
  globSync("apps/agent/src/runners/pytest/inside/*.py", { cwd: ROOT }),
);

const shown = (names: readonly PythonName[]): object =>
  Object.fromEntries(
    names.map(({ name, kind, parameters, decorators, told, names: inner }) => [
      name,
      kind === "variable"
        ? [kind]
        : [
            kind,
            kind === "class"
              ? shown(inner)
              : parameters.map((one) => /^\*{0,2}\w+/.exec(one)?.[0]).filter((one) => one !== undefined),
            decorators.map((text) => text.split("(")[0]),
            told,
          ],
    ]),
  );

it("has every name, parameter, decorator, import and word of the templates and examples", () => {
  const said = JSON.parse(execFileSync("python3", ["-c", READ, ...paths], { cwd: ROOT, encoding: "utf8" })) as {
    files: Record<string, unknown>;
    keywords: string[];
    builtins: string[];
  };
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const { told, names, imports } = outlineOf(readFileSync(`${ROOT}${path}`, "utf8"));
    const told_imports = imports.map(({ module, name, as }) => [module, name ?? null, as]);
    const sorted = told_imports.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    const [python_told, python_names, python_imports] = said.files[path] as [string, object, unknown[]];
    const python_sorted = python_imports.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    expect([path, told, shown(names), sorted]).toEqual([path, python_told, python_names, python_sorted]);
  }
  expect(KEYWORDS.toSorted()).toEqual(said.keywords.toSorted());
  expect(BUILTINS.filter((word) => !said.builtins.includes(word))).toEqual([]);
});
