import { type inputToAgent, TOUCH_LEGS, type TouchLeg } from "@udt/contract";
import type { z } from "zod";

export type GivenInput = Exclude<z.output<typeof inputToAgent>, { type: "mark" | "sync" }>;

/** What a keyboard types: the key by itself tells a character. */
const TYPES =
  /^(Key[A-Z]|Digit\d|Numpad.*|Space|Minus|Equal|Bracket.*|Backslash|Semicolon|Quote|Backquote|Comma|Period|Slash|Intl.*)$/;

/**
 * One line of JSON of what was given to a device, for a recording; undefined for what gives it nothing. After a touch its
 * times may follow, as the page measured them. Places are shares of
 * the picture, so that they hold for a video of any size.
 *
 * What was typed is not written down, only that something was: a password in a field is dots in the video, and the file is
 * read by everybody who may read the test. A run's recordings hold no input at all.
 */
export function inputText(given: GivenInput, time: number): string | undefined {
  const told = tell(given);
  return told && `${JSON.stringify({ timestamp: Math.round(time), ...told })}\n`;
}

function tell(given: GivenInput): object | undefined {
  switch (given.type) {
    case "touch": {
      const { type, action, pointer_id } = given;
      return { type, action, pointer_id, ...placeOf(given) };
    }
    case "scroll": {
      const { type, horizontal, vertical } = given;
      return { type, horizontal, vertical, ...placeOf(given) };
    }
    case "key": {
      const { type, action, key } = given;
      return TYPES.test(key) ? { type, action } : { type, action, key };
    }
    case "text":
      return { type: "text", length: [...given.text].length };
    case "clipboard_set":
      return given.paste ? { type: "text", length: [...given.text].length } : undefined;
    case "rotate":
    case "wake":
      return { type: given.type };
    case "touch_time":
      return { type: given.type, ...Object.fromEntries(TOUCH_LEGS.flatMap((leg) => rounded(leg, given[leg]))) };
    case "clipboard_get":
      return undefined;
  }
}

const share = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 10_000;
const placeOf = ({ x, y, width, height }: Record<"x" | "y" | "width" | "height", number>) => ({
  x: share(x, width),
  y: share(y, height),
});

/** A leg to the tenth of a millisecond; none of one that there was not. */
const rounded = (leg: TouchLeg, ms: number | undefined): [TouchLeg, number][] =>
  ms === undefined ? [] : [[leg, Math.round(ms * 10) / 10]];
