import { RE2JS } from "re2js";

export interface Expression {
  test(text: string): boolean;
}

/**
 * A regular expression that someone typed, in RE2's engine, as those of just-bash: its time is linear, so that one line
 * cannot make every phone of the process stand still.
 * @throws RE2JSSyntaxException for one that is none, or that holds what RE2 leaves out (back references, look-around)
 */
export const expressionOf = (source: string, ignoresCase = false): Expression =>
  RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
