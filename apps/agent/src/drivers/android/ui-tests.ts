import type { ShellCapability, UiTestEvent, UiTestsCapability, UiTestsEnd } from "@udt/driver";
import { InstrumentationReader, type InstrumentationStatus } from "./instrumentation-stream.ts";

const STOP_TIMEOUT_MS = 5_000;
/** What a device's command line takes. */
const IDS_MAX = 60_000;
const CODE = { started: 1, ok: 0, ignored: -3, assumption: -4 };

/** Instrumentation: `am instrument`, whose runner comes with the test package. */
export function uiTestsCapability(run: ShellCapability["run"]): UiTestsCapability {
  const instrument = async (
    words: readonly string[],
    onTest: (event: UiTestEvent) => void,
    onOutput: (text: string) => void,
    signal: AbortSignal,
  ): Promise<UiTestsEnd> => {
    const reader = new InstrumentationReader((status) => onTest(eventOf(status)));
    const { stderr } = await run(["am", "instrument", "-r", "-w", ...words], signal, (text) => {
      onOutput(text);
      reader.push(text);
    });
    reader.finish();
    const [firstLine = ""] = stderr.trimStart().split("\n", 1);
    return { isWhole: reader.end?.code === -1, lastWords: reader.end?.fields.get("shortMsg") ?? firstLine.trim() };
  };

  return {
    idsMax: IDS_MAX,
    async runners(packageName, signal) {
      const { stdout } = await run(["pm", "list", "instrumentation"], signal);
      return [...stdout.matchAll(/^instrumentation:(\S+)/gm)]
        .map(([, component = ""]) => component)
        .filter((component) => component.startsWith(`${packageName}/`));
    },
    list: (runner, onTest, signal) => instrument(["-e", "log", "true", runner], onTest, () => undefined, signal),
    async run({ runner, tests, values, packageNames }, onTest, onOutput, signal) {
      const given = Object.entries(values).flatMap(([name, value]) => ["-e", name, value]);
      const chosen = tests === null ? [] : ["-e", "class", tests.join(",")];
      try {
        return await instrument([...given, ...chosen, runner], onTest, onOutput, signal);
      } catch (error) {
        const [ownPackage = ""] = runner.split("/");
        const stop = AbortSignal.timeout(STOP_TIMEOUT_MS);
        for (const name of [ownPackage, ...packageNames])
          await run(["am", "force-stop", name], stop).catch(() => undefined);
        throw error;
      }
    },
  };
}

function eventOf({ code, fields }: InstrumentationStatus): UiTestEvent {
  const id = `${fields.get("class") ?? ""}#${fields.get("test") ?? ""}`;
  if (code === CODE.started) return { type: "started", id };
  const message = (fields.get("stack") ?? fields.get("stream") ?? "").trim();
  const outcome =
    code === CODE.ok ? "passed" : code === CODE.ignored || code === CODE.assumption ? "skipped" : "failed";
  return { type: "ended", id, outcome, message };
}
