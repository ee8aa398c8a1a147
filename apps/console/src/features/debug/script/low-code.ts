import { pythonText } from "./literals.ts";
import { marked, unmarked, writeMarks } from "./account-marks.ts";
import { shownAs, WITHIN_MAX_S, type Action, type Step, type Target } from "./steps.ts";

/** Of a step's name, in signs. */
const NAME_MAX = 200;
/** What is typed by one step: every sign of it may need five. */
const TEXT_PART = 2_000;
const TIMES_MAX = 100;
/** An element is waited for so long where nothing is said, in seconds. */
const TIMEOUT_S = 10;
/** On another phone a screen may take so many times longer to come to rest. */
const SLOWER = 3;
/** What is shorter than this each gesture waits for by itself. */
const REST_MIN_MS = 500;

type Fields = readonly (readonly [name: string, value: string])[];

/** A text in which nothing is a variable: YAML takes the signs as Python does. */
const text = (raw: string): string =>
  pythonText(writeMarks(raw.replaceAll("${", "${dollar}{"), (field) => `\${account.${field}}`).join(""));
const seconds = (ms: number, least: number, most: number): string =>
  String(Math.min(most, Math.max(least, Math.round(ms / 10) / 100)));
const place = ({ x, y }: { x: number; y: number }): string => `{ x: ${x}, y: ${y} }`;
const position = ({ x, y }: { x: number; y: number }): string => `{ by: position, x: ${x}, y: ${y} }`;

const WORDS = { resource_id: "id", description: "description", text: "text", xpath: "path" } as const;

/** An element's locator. One of several with the same words is the how manieth of them; without that, two are a failure. */
export function lowCodeLocator(target: Target): string {
  const which = target.by !== "xpath" && !target.is_alone ? `, which: ${target.instance + 1}` : "";
  return `{ by: ui, ${WORDS[target.by]}: ${text(target.value)}${which} }`;
}

function pieces(raw: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const sign of raw) {
    if (part.length + sign.length > TEXT_PART) {
      parts.push(part);
      part = "";
    }
    part += sign;
  }
  return [...parts, part];
}

/**
 * A recorded step as one of the file, or as several where one may not be so long.
 * @param more what is said of one that waits for its element, besides
 */
function stepsOf(action: Action, more: Fields): Fields[] {
  switch (action.kind) {
    case "start":
      return [
        [
          ["action", "start_app"],
          ["package", text(action.package_name)],
          [action.clears ? "clear" : "anew", "true"],
        ],
      ];
    case "tap":
      return [
        [
          ["action", "tap"],
          ["locator", lowCodeLocator(action.target)],
          ...(isMiddle(action.within) ? [] : [["at", place(action.within)] as const]),
          ...more,
        ],
      ];
    case "hold":
      return [
        [
          ["action", "long_press"],
          ["locator", lowCodeLocator(action.target)],
          ["seconds", seconds(action.ms, 0.5, 30)],
          ...(isMiddle(action.within) ? [] : [["at", place(action.within)] as const]),
          ...more,
        ],
      ];
    case "tap_at":
      return [
        [
          ["action", "tap"],
          ["locator", position(action.at)],
        ],
      ];
    case "press":
      return [
        [
          ["action", "long_press"],
          ["locator", position(action.at)],
          ["seconds", seconds(action.ms, 0.5, 30)],
        ],
      ];
    case "swipe":
      return [
        [
          ["action", "swipe"],
          ["from", place(action.from)],
          ["to", place(action.to)],
          ["seconds", seconds(action.ms, 0.05, 30)],
        ],
      ];
    case "text":
      return pieces(action.text).map((piece) => [
        ["action", "input"],
        ["text", text(piece)],
      ]);
    case "key":
      return Array.from({ length: Math.ceil(action.times / TIMES_MAX) }, (_, at) => [
        ["action", "key"],
        ["key", action.key],
        ["times", String(Math.min(TIMES_MAX, action.times - at * TIMES_MAX))],
        ...(action.modifiers.length > 0 ? [["modifiers", `[${action.modifiers.join(", ")}]`] as const] : []),
      ]);
    case "rotate":
      return [[["action", "rotate"]]];
    case "check":
      return [
        [
          ["action", "assert"],
          ["locator", lowCodeLocator(action.target)],
          ...(action.text === "" ? [] : [["text", text(action.text)] as const]),
          ...more,
        ],
      ];
    case "look":
      return stepsOf(shownAs(action), more);
  }
}

/** Nobody aims better than this at the middle, which is where an element of another size is best touched, too. */
const isMiddle = ({ x, y }: { x: number; y: number }): boolean => [x, y].every((part) => part >= 0.25 && part <= 0.75);

/** Whether a step waits for its element by itself. */
const waits = ({ kind }: Action): boolean => ["tap", "hold", "check", "look", "start"].includes(kind);

/** A file's first line, and its only case down to the steps. */
export const LOW_CODE_VERSION = "low_code: 1";
export const LOW_CODE_CASE = ["cases:", '  - name: "recorded"', "    steps:"];

/** A picture's file, as a case names it, and the screen that it was cut out of. */
export interface NamedPicture {
  image: string;
  screen: { width: number; height: number };
}
/** What is as large as a finger, not as the screen, is larger or smaller by this than another screen's size says. */
const LOOK_SCALE = 0.6;
const pictureLocator = ({ image, screen: { width, height } }: NamedPicture, scale?: number): string =>
  `{ by: image, image: ${text(image)}, screen: { width: ${width}, height: ${height} }${scale === undefined ? "" : `, scale: ${scale}`} }`;

/**
 * The script as a low-code file of one case, whatever texts are in it.
 * @param nameOf what a step is called in a run's report
 * @param pictureOf the picture that a step falls back on or compares, where there is a file of it
 */
export function lowCode(
  recorded: readonly Step[],
  nameOf: (step: Step) => string,
  pictureOf: (step: Step) => NamedPicture | undefined = () => undefined,
): string {
  const lines = [LOW_CODE_VERSION];
  const steps = marked(recorded);
  // A text that looks like a variable is none.
  if (
    steps.some((step) =>
      JSON.stringify([{ ...step.action, picture: undefined }, unmarked(nameOf(step))]).includes("${"),
    )
  )
    lines.push('variables: { dollar: "$" }');
  lines.push(...LOW_CODE_CASE);
  const put = (id: string, fields: Fields) => lines.push(...linesOf(id, fields).map((line) => `      ${line}`));
  let rest_ms = 0;
  for (const [at, step] of steps.entries()) {
    const id = `step-${at + 1}`;
    const name = [["name", text(cut(unmarked(nameOf(step))))]] as const;
    if (!waits(step.action) && rest_ms > REST_MIN_MS)
      put(`${id}-rest`, [
        ["action", "wait"],
        ["seconds", seconds(rest_ms, 0, 30)],
      ]);
    const within_s = "within_s" in step.action ? step.action.within_s : undefined;
    const wait = within_s ?? Math.min(WITHIN_MAX_S, Math.ceil((rest_ms * SLOWER) / 1000));
    const picture = pictureOf(step);
    const timeout: Fields = within_s !== undefined || wait > TIMEOUT_S ? [["timeout", String(wait)]] : [];
    const fallback: Fields = picture ? [["fallback", `[${pictureLocator(picture)}]`]] : [];
    const all =
      picture && step.action.kind === "look"
        ? [[["action", "assert"], ["locator", pictureLocator(picture, LOOK_SCALE)], ...timeout] satisfies Fields]
        : stepsOf(step.action, [...fallback, ...timeout]);
    for (const [part, fields] of all.entries()) put(part === 0 ? id : `${id}-${part + 1}`, [...name, ...fields]);
    rest_ms = step.rest_ms;
  }
  return `${lines.join("\n")}\n`;
}

const linesOf = (id: string, fields: Fields): string[] =>
  [["id", id] as const, ...fields].map(([name, value], at) => `${at === 0 ? "-" : " "} ${name}: ${value}`);

/**
 * One step as lines of a file, not indented yet.
 * @param fallback what is tried in this order where nothing is what the action means
 */
export function lowCodeStep(id: string, name: string, action: Action, fallback: readonly Target[]): string[] {
  const others = `[${fallback.map(lowCodeLocator).join(", ")}]`;
  const [fields = []] = stepsOf(action, fallback.length > 0 ? [["fallback", others]] : []);
  return linesOf(id, [["name", text(cut(name))], ...fields]);
}

/** As much of a name as there is room for, never half a sign. */
function cut(name: string): string {
  let kept = "";
  let room = NAME_MAX;
  for (const sign of name.replaceAll(/\s+/g, " ")) {
    room -= sign === "$" ? "${dollar}".length : sign.length;
    if (room < 0) return kept;
    kept += sign;
  }
  return kept;
}
