/** Names of the signals by their numbers, from 1. */
export const SIGNAL_NAMES =
  "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(
    " ",
  );

/** Signals that end nothing: 0 only asks, the others stop, continue or tell. */
const HARMLESS = new Set(["CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "WINCH"]);

/** The number of `9`, `KILL` or `SIGKILL`; undefined when there is no such signal. */
export function signalNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) <= 64 ? Number(text) : undefined;
  const at = SIGNAL_NAMES.indexOf(text.toUpperCase().replace(/^SIG/, ""));
  return at < 0 ? undefined : at + 1;
}

/** Whether a process that does nothing about it ends by it. */
export function isDeadly(signal: number): boolean {
  return signal > 0 && !HARMLESS.has(SIGNAL_NAMES[signal - 1] ?? "");
}
