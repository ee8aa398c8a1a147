import { keyName } from "../../../lib/device-keys/index.ts";
import { getFormat } from "../../../lib/format/index.ts";
import type { Translate } from "../../../lib/i18n/index.ts";
import type { Point } from "../../../lib/screen/geometry.ts";
import { errorText } from "../../../lib/errors/index.ts";
import type { PlayFailure } from "./player.ts";
import type { Action, Step, Target } from "./steps.ts";

type T = Translate<"debug">;

/** A key that is held, as it stands on keyboards. */
const capName = (modifier: string) => modifier.charAt(0).toUpperCase() + modifier.slice(1);
/** To whole percents. */
const share = (part: number) => getFormat().percent(Math.round(part * 100) / 100);
const place = ({ x, y }: Point) => `${share(x)}, ${share(y)}`;
/** An id without its app, a way without its beginning. */
const element = ({ by, value }: Target) =>
  by === "resource_id" || by === "xpath" ? value.slice(value.lastIndexOf("/") + 1) : value;

/** What an app is called by its package. */
type AppName = (package_name: string) => string;
const packageName: AppName = (package_name) => package_name;

/** What a step does, in the reader's language. */
export function labelOf(t: T, action: Action, appName = packageName): string {
  switch (action.kind) {
    case "start":
      return t("script.step.start", { app: appName(action.package_name) });
    case "tap":
      return t("script.step.tap", { element: element(action.target) });
    case "tap_at":
      return t("script.step.tap_at", { place: place(action.at) });
    case "hold":
      return t("script.step.hold", {
        element: element(action.target),
        seconds: getFormat().decimal(action.ms / 1000, 1),
      });
    case "press":
      return t("script.step.press", { place: place(action.at), seconds: getFormat().decimal(action.ms / 1000, 1) });
    case "swipe":
      return t("script.step.swipe", { from: place(action.from), to: place(action.to) });
    case "text":
      return action.field ? t(`script.step.type_${action.field}`) : t("script.step.text", { text: action.text });
    case "key": {
      const key = [...action.modifiers.map(capName), keyName(action.key)].join("+");
      return action.times === 1 ? t("script.step.key", { key }) : t("script.step.keys", { key, times: action.times });
    }
    case "rotate":
      return t("script.step.rotate");
    case "check":
      return action.text === ""
        ? t("script.step.check", { element: element(action.target) })
        : t("script.step.check_text", { element: element(action.target), text: action.text });
    case "look":
      return t("script.step.look", { element: element(action.target) });
  }
}

/** What its author calls it, else what it does. */
export const nameOf = (t: T, { note, action }: Step, appName = packageName): string =>
  note.trim() || labelOf(t, action, appName);

export function failureText(t: T, failure: PlayFailure, appName = packageName): string {
  switch (failure.why) {
    case "not_found":
      return t("script.failed.not_found", { element: element(failure.target) });
    case "other_text":
      return t("script.failed.other_text", { text: failure.found });
    case "other_look":
      return t("script.failed.other_look", { element: element(failure.target) });
    case "not_in_front":
      return t("script.failed.not_in_front", { app: appName(failure.package_name) });
    case "no_way":
      return t("script.failed.no_way");
    case "refused":
      return errorText(failure.error);
  }
}
