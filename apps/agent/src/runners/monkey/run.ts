import { must, type Said, say } from "@udt/base";
import { firstLine } from "../first-line.ts";
import type { Batch, BatchEnd, CaseOutcome, RunEvent, Runner } from "../runner.ts";

/** The device's own random tester. It roams all its packages as one case and fails with what it finds. */
export const monkeyRun: Runner = {
  framework: "monkey",
  batchSize: 1,
  exitCodeTells: false,

  async run(
    { cases, device, spec }: Batch,
    onEvent: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<BatchEnd> {
    const [{ case_key, function: roamed }] = cases;
    const options = must(spec.config.monkey, "monkey's options in its job");
    const named = options.packages.length > 0 ? options.packages : [spec.app?.package_name ?? roamed];
    const end = (outcome: CaseOutcome): BatchEnd => {
      onEvent({ type: "case_ended", case_key, time: Date.now(), outcome });
      return { exit: { exit_code: 0, signal: null, bound: null }, reports: [] };
    };
    onEvent({ type: "case_started", case_key, time: Date.now() });
    const { randomInput } = device.capabilities;
    if (!randomInput) return end(failed("", say("device_no_random_input")));
    const time = AbortSignal.timeout(options.minutes * 60_000);
    const { wasCut, finding, failure } = await randomInput.run(
      { packageNames: named, seed: options.seed, throttle_ms: options.throttle_ms, events: options.events },
      (text) => onEvent({ type: "output", text }),
      AbortSignal.any([signal, time]),
    );
    if (wasCut && signal.aborted) return { exit: { exit_code: null, signal: "SIGKILL", bound: null }, reports: [] };
    if (finding !== null) return end(failed(finding));
    const isOver = wasCut && time.aborted;
    if (failure !== null && !isOver) return end(failed(failure.words, failure.said));
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
