import { fail, ok, type Result } from "@udt/base";

/** What RE2 leaves out, because no engine can promise a time for it; more than 1,000 repetitions are too many for it too. */
const LEFT_OUT = /\(\?<?[=!]|\\[1-9k]/;
const TOO_MANY = "invalid repeat count";

/**
 * Whether a text holds what a person looks for. It is RE2's engine, whose time is linear whatever is typed; the browser's own
 * could stand still over one text. It is loaded when it is asked for, because few searches need it.
 */
export async function compileExpression(
  source: string,
  ignoresCase: boolean,
): Promise<Result<(text: string) => boolean, "bad_regex" | "unsupported_regex" | "no_regex">> {
  const engine = await import("re2js").catch(() => undefined);
  if (!engine) return fail("no_regex");
  try {
    const expression = engine.RE2JS.compile(source, ignoresCase ? engine.RE2JS.CASE_INSENSITIVE : 0);
    return ok((text) => expression.test(text));
  } catch (error) {
    const isLeftOut = LEFT_OUT.test(source) || String(error).includes(TOO_MANY);
    return fail(isLeftOut ? "unsupported_regex" : "bad_regex");
  }
}
