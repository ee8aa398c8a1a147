import { junitIdentity, type CaseDetail, type CaseRun, type Framework, type JunitCase } from "@udt/contract";
import { caseWhy } from "./why.ts";
import { element, xmlText } from "./xml.ts";

export const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** A case as its framework told it; where the framework came to tell nothing, as it would have. */
export function toldCases(
  framework: Framework,
  one: CaseRun,
  detail: CaseDetail | undefined,
  reported: readonly JunitCase[] | undefined,
): readonly JunitCase[] {
  if (reported !== undefined) return reported;
  const { suites, classname, name } = junitIdentity(framework, one);
  const attributes = { classname, name, time: seconds(one.cost ?? 0) };
  return [{ suites, attributes, children: childrenOf(one, detail) }];
}

function childrenOf(one: CaseRun, detail: CaseDetail | undefined): JunitCase["children"] {
  const line = caseWhy({ ...one, taken_over_by: "" });
  const said = detail?.message || line;
  if (one.state === "failed") {
    // A check that does not hold is a failure; what came in its way is an error.
    const name = one.cause === "assertion" ? "failure" : "error";
    return [{ name, attributes: { message: line, type: one.cause }, text: said }];
  }
  if (one.state === "success")
    return one.cause === "skipped"
      ? [{ name: "skipped", attributes: { message: said, type: "skipped" }, text: "" }]
      : [];
  const message = [one.state, ...(one.cause === "none" ? [] : [one.cause]), one.taken_over_by]
    .filter(Boolean)
    .join(": ");
  return [{ name: "skipped", attributes: { message, type: one.state }, text: "" }];
}

/** One `<testcase>`, with what only the platform knows as further attributes. */
export function testcase({ attributes, children }: JunitCase, one: CaseRun): string {
  // What names it comes first: the database keeps no order.
  const { classname, name, ...told } = attributes;
  const properties = children.filter(({ name }) => name === "property");
  const others = children.filter(({ name }) => name !== "property");
  const inside = [
    ...(properties.length === 0
      ? []
      : [element("properties", {}, properties.map((each) => element("property", each.attributes)).join(""))]),
    ...others.map((each) => element(each.name, each.attributes, xmlText(each.text))),
  ];
  const added = {
    ...(one.file !== "" && { file: one.file }),
    ...(one.device_model !== "" && { device: one.device_model }),
    ...(one.device_seq !== null && { device_seq: one.device_seq }),
    attempt: one.attempt,
    ...(one.flaky && { flaky: "true" }),
  };
  return `${element("testcase", { classname, name, ...added, ...told }, inside.join(""))}\n`;
}

export const has = ({ children }: JunitCase, ...names: string[]): boolean =>
  children.some(({ name }) => names.includes(name));
