import { marked, unmarked, writeMarks } from "./account-marks.ts";
import { keyCodeName } from "./key-names.ts";
import { pythonText, scriptText } from "./literals.ts";
import type { NamedPicture } from "./low-code.ts";
import { shownAs, type Action, type Step, type Target } from "./steps.ts";

/** What a script can be taken away as; each a file that runs by itself, under its own name. */
export const EXPORTS = {
  python: { file: "test_recorded.py", type: "text/x-python" },
  typescript: { file: "recorded.test.ts", type: "text/typescript" },
} as const;
export type ExportLanguage = keyof typeof EXPORTS;

/** How a language writes what the steps say. */
interface Writer {
  text(text: string): string;
  flag(flag: boolean): string;
  list(items: readonly string[]): string;
  pair(items: readonly string[]): string;
  picture(picture: NamedPicture): string;
  /** By the frame's functions. */
  names: Record<
    "start" | "tap" | "hold" | "tap_at" | "press" | "swipe" | "text" | "account" | "key" | "rotate" | "check" | "look",
    string
  >;
  step(name: string, seconds: number, call: string): string;
}

const WRITERS: Record<ExportLanguage, Writer> = {
  python: {
    text: pythonText,
    flag: (flag) => (flag ? "True" : "False"),
    list: (items) => `[${items.join(", ")}]`,
    pair: (items) => `(${items.join(", ")})`,
    picture: ({ image, screen: { width, height } }) => `Picture(${pythonText(image)}, ${width}, ${height})`,
    names: {
      start: "start_app",
      tap: "tap",
      tap_at: "tap_at",
      hold: "hold",
      press: "press",
      swipe: "swipe",
      text: "type_text",
      account: "account",
      key: "key",
      rotate: "rotate",
      check: "check",
      look: "looks",
    },
    step: (name, seconds, call) => `    with step(${name}, ${seconds}):\n        ${call}`,
  },
  typescript: {
    text: scriptText,
    flag: String,
    list: (items) => `[${items.join(", ")}]`,
    pair: (items) => `[${items.join(", ")}]`,
    picture: ({ image, screen: { width, height } }) =>
      `{ image: ${scriptText(image)}, width: ${width}, height: ${height} }`,
    names: {
      start: "phone.startApp",
      tap: "phone.tap",
      tap_at: "phone.tapAt",
      hold: "phone.hold",
      press: "phone.press",
      swipe: "phone.swipe",
      text: "phone.type",
      account: "phone.account",
      key: "phone.key",
      rotate: "phone.rotate",
      check: "phone.check",
      look: "phone.looks",
    },
    step: (name, seconds, call) => `  await step(${name}, ${seconds}, () => ${call});`,
  },
};

/** Whole files of their languages, into which the steps go. */
const FRAMES = import.meta.glob<string>("./frames/*", { query: "?raw", import: "default", eager: true });
const MARK = /^ *(?:#|\/\/) STEPS$/m;

/** The Android key that a modifier is, of the left side. */
const HELD = {
  shift: "KEYCODE_SHIFT_LEFT",
  ctrl: "KEYCODE_CTRL_LEFT",
  alt: "KEYCODE_ALT_LEFT",
  meta: "KEYCODE_META_LEFT",
} as const;

/**
 * The script as a file that does it again, whatever texts are in it.
 * @param nameOf what a step is called in a run's report
 * @param pictureOf the picture that a step falls back on or compares, where there is a file of it
 */
export function exported(
  language: ExportLanguage,
  steps: readonly Step[],
  nameOf: (step: Step) => string,
  pictureOf: (step: Step) => NamedPicture | undefined = () => undefined,
): string {
  const plain = WRITERS[language];
  const ofAccount = (field: string) => `${plain.names.account}(${plain.text(field)})`;
  const text = (raw: string) => writeMarks(raw, ofAccount, plain.text).join(" + ") || plain.text("");
  const writer = { ...plain, text };
  const lines = marked(steps).map((step) =>
    writer.step(plain.text(unmarked(nameOf(step))), step.rest_ms / 1000, callOf(writer, step.action, pictureOf(step))),
  );
  // By a function: a replacement's own signs are no signs of a text's.
  const frame = FRAMES[`./frames/${EXPORTS[language].file}`] ?? "";
  return frame.replace(MARK, () => lines.join("\n"));
}

/** One action as a call of what an exported file has. */
export function calledAs(language: ExportLanguage, action: Action): string {
  const call = callOf(WRITERS[language], action);
  return language === "typescript" ? `await ${call};` : call;
}

/** What names an element, as such calls take it. */
export const wordsOf = (language: ExportLanguage, target: Target): string =>
  targetWords(WRITERS[language], target).join(", ");

const targetWords = (writer: Writer, target: Target) => [
  writer.text(target.by),
  writer.text(target.value),
  target.by === "xpath" ? 0 : target.instance,
];

function callOf(writer: Writer, action: Action, picture?: NamedPicture): string {
  const call = (...words: (string | number)[]) => `${writer.names[action.kind]}(${words.join(", ")})`;
  const target = (target: Target) => targetWords(writer, target);
  const pictured = picture ? [writer.picture(picture)] : [];
  switch (action.kind) {
    case "start":
      return call(writer.text(action.package_name), ...(action.clears ? [writer.flag(true)] : []));
    case "tap":
      return call(
        ...target(action.target),
        writer.pair([String(action.within.x), String(action.within.y)]),
        ...pictured,
      );
    case "hold": {
      const within = writer.pair([String(action.within.x), String(action.within.y)]);
      return call(...target(action.target), within, action.ms, ...pictured);
    }
    case "tap_at":
      return call(action.at.x, action.at.y);
    case "press":
      return call(action.at.x, action.at.y, action.ms);
    case "swipe":
      return call(action.from.x, action.from.y, action.to.x, action.to.y, action.ms);
    case "text":
      return call(writer.text(action.text));
    case "key": {
      const held = action.modifiers.map((modifier) => writer.text(HELD[modifier]));
      const name = writer.text(keyCodeName(action.key));
      return call(name, action.times, ...(held.length > 0 ? [writer.list(held)] : []));
    }
    case "rotate":
      return call();
    case "check": {
      const within = action.within_s === undefined ? [] : [action.within_s];
      const text = action.text === "" && within.length === 0 ? [] : [writer.text(action.text)];
      return call(...target(action.target), ...text, ...within);
    }
    case "look":
      // Without its picture it is looked for alone.
      if (!picture) return callOf(writer, shownAs(action));
      return call(writer.picture(picture), ...(action.within_s === undefined ? [] : [action.within_s]));
  }
}
