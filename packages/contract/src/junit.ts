/** What frameworks write into their own JUnit files of a case: reports leave the platform as the framework tells them. */
import { z } from "zod";
import type { Framework } from "./automation.ts";
import { LIMITS } from "./limits.ts";

/** What may stand below a `<testcase>`; `property` is one of its `<properties>`. */
export const JUNIT_CHILDREN = ["property", "skipped", "error", "failure", "system-out", "system-err"] as const;

const attributes = z.record(
  z
    .string()
    .max(100)
    .regex(/^[A-Za-z_][\w.-]*$/),
  z.string().max(LIMITS.case_detail_max),
);
/** One `<testcase>` of a framework's JUnit file. */
export const junitCase = z.object({
  /** Names of the suites around it, outermost first. */
  suites: z.array(z.string().max(LIMITS.case_key_max)).max(32),
  attributes,
  children: z
    .array(z.object({ name: z.enum(JUNIT_CHILDREN), attributes, text: z.string().max(LIMITS.case_detail_max) }))
    .max(50),
});
export type JunitCase = z.output<typeof junitCase>;

interface Named {
  case_key: string;
  name: string;
  file: string;
  function: string;
}

/**
 * The class and the name that pytest has for a node id.
 * @see https://github.com/pytest-dev/pytest/blob/8.3.4/src/_pytest/junitxml.py mangle_test_address
 */
export function pytestAddress(case_key: string): { classname: string; name: string } {
  // Cases with one node id say in their keys which of them they are.
  const nodeId = case_key.replace(/ \(#\d+\)$/, "");
  const bracket = nodeId.indexOf("[");
  const path = bracket < 0 ? nodeId : nodeId.slice(0, bracket);
  const parameters = bracket < 0 ? "" : nodeId.slice(bracket);
  const [file = "", ...inside] = path.split("::");
  const module = file.replaceAll("/", ".").replace(/\.py$/, "");
  const name = inside.pop();
  if (name === undefined) return { classname: "", name: module + parameters };
  return { classname: [module, ...inside].join("."), name: name + parameters };
}

/** How a framework's JUnit file names a case: what such a file says itself goes before it. */
export function junitIdentity(framework: Framework, one: Named): { suites: string[]; classname: string; name: string } {
  switch (framework) {
    case "pytest":
      return { suites: ["pytest"], ...pytestAddress(one.case_key) };
    case "node_test": {
      const { name, function: path } = one;
      const suites = path.endsWith(` > ${name}`) ? path.slice(0, -` > ${name}`.length).split(" > ") : [];
      return { suites, classname: suites.join(".") || "test", name };
    }
    case "instrumentation":
      return { suites: [], classname: one.file || one.case_key, name: one.function || one.name };
    default:
      return { suites: [], classname: one.file || one.case_key, name: one.name };
  }
}
