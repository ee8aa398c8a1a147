import { parseOptions } from "../options.ts";
import { aborted, failWith, print, type ProgramContext } from "../program.ts";

interface Test {
  className: string;
  method: string;
  /** What it comes to: this phone runs no code, so the test package says so in its manifest. */
  result: string;
}

/** Codes of a test's status: https://developer.android.com/reference/android/test/InstrumentationTestRunner */
const CODES: Record<string, number> = { ok: 0, error: -1, failure: -2, ignored: -3 };
const STARTED = 1;

/**
 * `am instrument [-r] [-w] [-e NAME VALUE]… PACKAGE/RUNNER`: tells tests as AndroidJUnitRunner does. Of its arguments
 * `class` (classes and `Class#method`, commas between) chooses, and `log true` lists without running.
 */
export async function instrument(context: ProgramContext, args: string[]): Promise<number> {
  const component = parseOptions(args, ["--user", "-p"]).operands.at(-1) ?? "";
  const [packageName = "", runner = ""] = component.split("/");
  const found = context.phone.system.packages
    .find(packageName)
    ?.instrumentations.find((each) => each.runner === runner);
  if (!found) {
    await context.stdout(`INSTRUMENTATION_STATUS: id=ActivityManagerService
INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${component}}
INSTRUMENTATION_STATUS_CODE: -1
`);
    return failWith(context, `android.util.AndroidException: INSTRUMENTATION_FAILED: ${component}`);
  }
  const extras = extrasOf(args);
  const wanted = extras.get("class")?.split(",");
  const tests = found.meta
    .flatMap(([name, result]) => (name.startsWith("test:") ? [testOf(name.slice("test:".length), result)] : []))
    .filter(
      ({ className, method }) => wanted?.some((one) => one === className || one === `${className}#${method}`) ?? true,
    );
  const isListing = extras.get("log") === "true";
  for (const [index, test] of tests.entries()) {
    await context.stdout(status(test, index + 1, tests.length, STARTED));
    const result = isListing ? "ok" : resultOf(test, extras);
    if (result === "hang") await aborted(context.signal);
    if (context.signal.aborted) return 1;
    if (result === "crash") {
      context.phone.screen.stop(found.target_package);
      return print(context, "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n");
    }
    await context.stdout(status(test, index + 1, tests.length, CODES[result] ?? 0));
  }
  return print(
    context,
    `INSTRUMENTATION_RESULT: stream=\n\nTime: 0.1\n\nOK (${tests.length} tests)\n\n\nINSTRUMENTATION_CODE: -1\n`,
  );
}

/** `given NAME=VALUE` is a test that passes when the runner was given this argument. */
function resultOf({ result }: Test, extras: ReadonlyMap<string, string>): string {
  const [, name, value] = /^given (\w+)=(.*)$/s.exec(result) ?? [];
  if (name === undefined) return result;
  return extras.get(name) === value ? "ok" : "failure";
}

function testOf(name: string, result: string): Test {
  const [className = "", method = ""] = name.split("#");
  return { className, method, result };
}

/** `-e NAME VALUE`, as often as given. */
function extrasOf(args: readonly string[]): Map<string, string> {
  const extras = new Map<string, string>();
  for (const [index, arg] of args.entries()) if (arg === "-e") extras.set(args[index + 1] ?? "", args[index + 2] ?? "");
  return extras;
}

function status(test: Test, current: number, total: number, code: number): string {
  const fields: [string, string][] = [
    ["class", test.className],
    ["current", String(current)],
    ["id", "AndroidJUnitRunner"],
    ["numtests", String(total)],
  ];
  if (code === -1 || code === -2) {
    const kind =
      code === -2 ? "java.lang.AssertionError: expected:<1> but was:<2>" : "java.lang.IllegalStateException: not now";
    const file = `${test.className.split(".").at(-1)}.java`;
    fields.push(["stack", `${kind}\n\tat ${test.className}.${test.method}(${file}:12)\n`]);
  }
  fields.push(["stream", code === STARTED ? `\n${test.className}:` : "."], ["test", test.method]);
  return `${fields.map(([name, value]) => `INSTRUMENTATION_STATUS: ${name}=${value}\n`).join("")}INSTRUMENTATION_STATUS_CODE: ${code}\n`;
}
