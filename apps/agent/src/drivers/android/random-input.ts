import { saidOf, say } from "@udt/base";
import type { RandomInputCapability, ShellCapability } from "@udt/driver";

/** More than any test lasts: then the time ends it. */
const ENDLESS = 100_000_000;
const KEPT_CHARACTERS = 40_000;
const STOP_TIMEOUT_MS = 5_000;
const PROGRAM = "com.android.commands.monkey";

/** What the monkey found in what it printed; null when it found nothing. */
export function findingOf(output: string): string | null {
  const at = output.search(/^(?:\/\/ CRASH: |\/\/ NOT RESPONDING: |\*\* System appears to have crashed)/m);
  return at < 0 ? null : output.slice(at, at + KEPT_CHARACTERS).trim();
}

/** Android's own random tester, `monkey`. */
export function randomInputCapability(run: ShellCapability["run"]): RandomInputCapability {
  return {
    async run({ packageNames, seed, throttle_ms, events }, onOutput, signal) {
      const words = [
        "monkey",
        ...packageNames.flatMap((name) => ["-p", name]),
        ...(seed === null ? [] : ["-s", String(seed)]),
        "--throttle",
        String(throttle_ms),
        "-v",
        String(events ?? ENDLESS),
      ];
      onOutput(`${words.join(" ")}\n`);
      let output = "";
      try {
        const { exit_code, stderr } = await run(words, signal, (text) => {
          output = (output + text).slice(-2 * KEPT_CHARACTERS);
          onOutput(text);
        });
        const finding = findingOf(output);
        if (exit_code === 0) return { wasCut: false, finding, failure: null };
        const said = `${output}\n${stderr}`;
        const told = /^\*\* .*$/m.exec(said)?.[0] ?? "";
        const failure = {
          words: `${told}\n${said.trim().slice(-4000)}`.trim(),
          said: say("device_exit", { exit_code }),
        };
        return { wasCut: false, finding, failure };
      } catch (error) {
        await run(["pkill", "-f", PROGRAM], AbortSignal.timeout(STOP_TIMEOUT_MS)).catch(() => undefined);
        const said = saidOf(error, (raw) => say("device_refused", {}, raw));
        return { wasCut: true, finding: findingOf(output), failure: { words: "", said } };
      }
    },
  };
}
