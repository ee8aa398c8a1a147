import { isThing } from "@udt/low-code";
import { keyName } from "../../../../lib/device-keys/index.ts";
import { inRow, type Format } from "../../../../lib/format/index.ts";
import { hasText, type Translate } from "../../../../lib/i18n/index.ts";

type T = Translate<"steps">;
type Thing = Record<string, unknown>;

/** What of a text stands in a sentence. */
const LENGTH_MAX = 60;
const short = (value: unknown): string => {
  const text = String(value).replaceAll(/\s+/g, " ");
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX - 1)}…` : text;
};
const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
const behind = (text: unknown, mark: string): string => short(text).slice(short(text).lastIndexOf(mark) + 1);

/** What steps are said in: the reader's words and numbers. */
export interface Words {
  t: T;
  format: Format;
}

const place = ({ t, format }: Words, at: unknown): string => {
  const { x, y } = isThing(at) ? at : {};
  const part = (value: unknown) => (typeof value === "number" ? format.percent(Math.round(value * 100) / 100) : "?");
  return t("target.position", { x: part(x), y: part(y) });
};
const number = ({ format }: Words, value: unknown): string => {
  if (typeof value !== "number") return short(value);
  return Number.isInteger(value) ? format.number(value) : format.decimal(value, Number.isInteger(value * 10) ? 1 : 2);
};

/** What a locator means, as people say it. */
export function targetText(words: Words, locator: unknown): string {
  const { t, format } = words;
  if (!isThing(locator)) return t("target.not_said");
  if (locator["by"] === "position") return place(words, locator);
  const { which, inside, has } = locator;
  let target = ownWords(t, locator);
  if (isThing(has)) target = t("target.with", { target, inner: targetText(words, has) });
  if (isThing(inside)) target = t("target.inside", { target, outer: targetText(words, inside) });
  return typeof which === "number" ? t("target.nth", { target, number: format.number(which) }) : target;
}

function ownWords(t: T, locator: Thing): string {
  const { text, text_contains, description, id, path, image, class: kind } = locator;
  if (isSaid(text)) return t("target.text", { text: short(text) });
  if (isSaid(text_contains)) return t("target.containing", { text: short(text_contains) });
  if (isSaid(description)) return t("target.text", { text: short(description) });
  if (isSaid(id)) return behind(id, "/");
  if (isSaid(image)) return t("target.picture", { name: behind(image, "/") });
  if (isSaid(kind)) return t("target.class", { name: behind(kind, ".") });
  if (isSaid(path)) return t("target.path", { path: behind(path, "/") });
  return t(isThing(locator["inside"]) || isThing(locator["has"]) ? "target.any" : "target.not_said");
}

function conditionText(words: Words, condition: unknown): string {
  const { t } = words;
  if (!isThing(condition)) return t("say.some");
  const { locator, gone, value, equals } = condition;
  if (locator !== undefined) return t(gone === true ? "say.gone" : "say.shows", { target: targetText(words, locator) });
  return isSaid(value) || isSaid(equals)
    ? t("say.equal", { value: short(value ?? ""), equals: short(equals ?? "") })
    : t("say.some");
}

/** As it stands on the key. */
export const modifierName = (modifier: string): string => modifier.replace(/^./, (one) => one.toUpperCase());

const SAYINGS: Readonly<Record<string, (words: Words, step: Thing) => string>> = {
  start_app({ t }, { package: named, anew, clear }) {
    const app = isSaid(named) ? short(named) : t("say.app");
    if (clear === true) return t("say.start_app_clear", { app });
    return t(anew === true ? "say.start_app_anew" : "say.start_app", { app });
  },
  tap: (words, { locator }) => words.t("say.tap", { target: targetText(words, locator) }),
  long_press(words, { locator, seconds }) {
    const target = targetText(words, locator);
    if (seconds === undefined) return words.t("say.long_press", { target });
    return words.t("say.long_press_for", { target, seconds: number(words, seconds) });
  },
  swipe(words, { locator, from, to }) {
    const way = { from: place(words, from), to: place(words, to) };
    if (locator === undefined) return words.t("say.swipe", way);
    return words.t("say.swipe_on", { ...way, target: targetText(words, locator) });
  },
  input(words, { locator, text, clear }) {
    const said = short(text ?? "");
    if (locator === undefined) return words.t("say.input", { text: said });
    const target = targetText(words, locator);
    return words.t(clear === true ? "say.input_clear" : "say.input_into", { text: said, target });
  },
  key(words, { key, times, modifiers }) {
    const held = Array.isArray(modifiers) ? modifiers.map((each) => modifierName(short(each))) : [];
    const name = [...held, keyName(short(key ?? "?"))].join("+");
    if (times === undefined || times === 1) return words.t("say.key", { key: name });
    return words.t("say.key_times", { key: name, times: number(words, times) });
  },
  rotate: ({ t }) => t("say.rotate"),
  wait(words, { locator, seconds, gone }) {
    if (locator === undefined) return words.t("say.wait_seconds", { seconds: number(words, seconds ?? "?") });
    return words.t(gone === true ? "say.wait_gone" : "say.wait", { target: targetText(words, locator) });
  },
  assert(words, { locator, gone, text, text_contains, state }) {
    const { t } = words;
    const target = targetText(words, locator);
    if (gone === true) return t("say.assert_gone", { target });
    if (isSaid(text)) return t("say.assert_text", { target, text: short(text) });
    if (isSaid(text_contains)) return t("say.assert_contains", { target, text: short(text_contains) });
    if (isSaid(state)) return t("say.assert_state", { target, state: wordOf(t, "value", short(state)) });
    return t("say.assert", { target });
  },
  memory: ({ t }, { scene }) => t("say.memory", { scene: isSaid(scene) ? short(scene) : "?" }),
  script({ t }, { file, args }) {
    const said = isSaid(file) ? short(file) : "?";
    if (!Array.isArray(args) || args.length === 0) return t("say.script", { file: said });
    return t("say.script_with", { file: said, args: short(inRow(args.map((one) => short(one)))) });
  },
  call({ t }, { block, with: given }) {
    const values = isThing(given) ? Object.entries(given).map(([name, value]) => `${name} = ${short(value)}`) : [];
    if (values.length === 0) return t("say.call", { block: short(block ?? "?") });
    return t("say.call_with", { block: short(block ?? "?"), values: inRow(values) });
  },
  loop(words, step) {
    const { times, each, as, most } = step;
    const { t } = words;
    if (Array.isArray(each))
      return t("say.loop_each", { as: short(as ?? "?"), values: short(inRow(each.map((one) => short(one)))) });
    if (step["while"] !== undefined)
      return t("say.loop_while", {
        condition: conditionText(words, step["while"]),
        times: number(words, most ?? "?"),
      });
    return times === undefined ? t("say.loop") : t("say.loop_times", { times: number(words, times) });
  },
  if: (words, { condition }) => words.t("say.if", { condition: conditionText(words, condition) }),
};

/** What a step does, in the reader's language, whatever it says of that. */
export function sentenceOf(words: Words, step: Thing): string {
  const action = short(step["action"] ?? "?");
  const saying = Object.hasOwn(SAYINGS, action) ? SAYINGS[action] : undefined;
  return saying ? saying(words, step) : words.t("say.unknown", { action });
}

/** The reader's word for one of the format's; that itself where there is none yet. */
export function wordOf(t: T, of: "action" | "field" | "value" | "by", name: string): string {
  const key = `${of}.${name}`;
  return hasText("steps", key) ? t(key) : name;
}
