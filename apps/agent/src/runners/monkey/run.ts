import { type Said, saidOf, say } from "@udt/base";
import { firstLine } from "../first-line.ts";
import type { Batch, BatchEnd, CaseOutcome, RunEvent, Runner } from "../runner.ts";

/** More than any test lasts: then the time ends the monkey. */
const ENDLESS = 100_000_000;
const KEPT_CHARACTERS = 40_000;
const STOP_TIMEOUT_MS = 5_000;
const PROGRAM = "com.android.commands.monkey";

/** What the monkey found in what it printed; null when it found nothing. */
export function findingOf(output: string): string | null {
  const at = output.search(/^(?:\/\/ CRASH: |\/\/ NOT RESPONDING: |\*\* System appears to have crashed)/m);
  return at < 0 ? null : output.slice(at, at + KEPT_CHARACTERS).trim();
}

/** Android's own random tester, on the device itself. It roams all its packages as one case and fails with what it finds. */
export const monkeyRun: Runner = {
  framework: "monkey",
  batchSize: 1,
  exitCodeTells: false,

  async run(
    { cases, device, spec }: Batch,
    onEvent: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<BatchEnd> {
    const case_key = cases[0]!.case_key;
    const options = spec.config.monkey!;
    const named = options.packages.length > 0 ? options.packages : [spec.app?.package_name ?? cases[0]!.function];
    const words = [
      "monkey",
      ...named.flatMap((name) => ["-p", name]),
      ...(options.seed === null ? [] : ["-s", String(options.seed)]),
      "--throttle",
      String(options.throttle_ms),
      "-v",
      String(options.events ?? ENDLESS),
    ];
    const { shell } = device.capabilities;
    const time = AbortSignal.timeout(options.minutes * 60_000);
    let output = "";
    const end = (outcome: CaseOutcome): BatchEnd => {
      onEvent({ type: "case_ended", case_key, time: Date.now(), outcome });
      return { exit: { exit_code: 0, signal: null, bound: null }, reports: [] };
    };
    onEvent({ type: "case_started", case_key, time: Date.now() });
    onEvent({ type: "output", text: `${words.join(" ")}\n` });
    try {
      const { exit_code, stderr } = await shell!.run(words, AbortSignal.any([signal, time]), (text) => {
        output = (output + text).slice(-2 * KEPT_CHARACTERS);
        onEvent({ type: "output", text });
      });
      const said = `${output}\n${stderr}`;
      const finding = findingOf(output);
      if (finding !== null) return end(failed(finding));
      if (exit_code !== 0) {
        const told = /^\*\* .*$/m.exec(said)?.[0] ?? "";
        return end(failed(`${told}\n${said.trim().slice(-4000)}`.trim(), say("device_exit", { exit_code })));
      }
    } catch (error) {
      await shell!.run(["pkill", "-f", PROGRAM], AbortSignal.timeout(STOP_TIMEOUT_MS)).catch(() => undefined);
      if (signal.aborted) return { exit: { exit_code: null, signal: "SIGKILL", bound: null }, reports: [] };
      const finding = findingOf(output);
      if (finding !== null) return end(failed(finding));
      if (!time.aborted)
        return end(
          failed(
            "",
            saidOf(error, (raw) => say("device_refused", {}, raw)),
          ),
        );
    }
    return end({ state: "success", cause: "none", error: "", reason: null, message: "", location: null });
  },

  caseOf: () => undefined,
};

const failed = (message: string, reason: Said | null = null): CaseOutcome => ({
  state: "failed",
  cause: "assertion",
  error: firstLine(message),
  reason,
  message,
  location: null,
});
