/** `break` and `continue`, on their way to the loop that they mean. */
export class LoopJump extends Error {
  readonly kind: "break" | "continue";
  levels: number;

  constructor(kind: "break" | "continue", levels: number) {
    super(kind);
    this.kind = kind;
    this.levels = levels;
  }
}

/** `return`, on its way out of a function or a sourced file. */
export class Return extends Error {
  readonly code: number;

  constructor(code: number) {
    super("return");
    this.code = code;
  }
}

/** The end of a shell: `exit`, an error that a script does not survive, or a signal. */
export class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super("exit");
    this.code = code;
  }
}

/** An expansion or assignment that cannot be done; it ends a script. */
export class ShellError extends Error {}

/** Nobody reads what is written any more; it ends the command that writes, as SIGPIPE does. */
export class BrokenPipe extends Error {}

export const EXIT_BROKEN_PIPE = 141;
/** The exit code of a command that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;

/** Why a signal aborted: the number of the Unix signal that it stands for. */
export class Killed extends Error {
  readonly signalNumber: number;

  constructor(signalNumber: number) {
    super(`killed by signal ${signalNumber}`);
    this.signalNumber = signalNumber;
  }
}

/** The exit code of what an aborted signal ended. */
export function exitCodeOf(signal: AbortSignal): number {
  return signal.reason instanceof Killed ? 128 + signal.reason.signalNumber : EXIT_INTERRUPTED;
}
