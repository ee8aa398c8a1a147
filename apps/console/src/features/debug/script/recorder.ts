import type { ElementTree, InputMessage } from "@udt/contract";
import type { Point } from "../../../lib/screen/geometry.ts";
import { createStore, type Store } from "../../../lib/streams/store.ts";
import { TreeWatch } from "../elements/tree-watch.ts";
import { GestureReader, type Gesture } from "./gestures.ts";
import { areaOf, type Still } from "./pictures.ts";
import { ScriptKeeper } from "./script-keeper.ts";
import { rounded, type AccountField, type Action } from "./steps.ts";
import { appOf, holdOn, isHome, isOnPassword, tapOn, typesPassword } from "./targets.ts";

type Send = (message: InputMessage) => boolean;
interface Held {
  message: InputMessage;
  send: Send;
  time: number;
}

/** A touch waits no longer for the screen to be read. */
export const HOLD_MAX_MS = 4_000;
/** Turns of a wheel that follow one another so closely are one. */
const WHEEL_MS = 400;
const SWIPE_MS = 300;
/** How much of the screen a notch moves, and how near to its edge that may end. */
const NOTCH = 0.1;
const EDGE = 0.05;

/**
 * Writes down what goes to a device while somebody shows how a thing is done. The screen is read whenever it has changed;
 * a finger that comes before that waits until it is, with all that follows and as it came: what lies under it is known
 * before it is touched.
 */
export class Recorder {
  readonly isRecording: Store<boolean> = createStore(false);
  /** A touch waits for the screen to be read. */
  readonly isHolding: Store<boolean> = createStore(false);
  readonly #keeper: ScriptKeeper;
  readonly #watch: TreeWatch;
  readonly #gestures = new GestureReader();
  #held: Held[] = [];
  /** What was on the screen when the finger that is down came. */
  #under: ElementTree | undefined;
  /** What it showed then. */
  #still: Still | undefined;
  #look: () => Still | undefined = () => undefined;
  /** What is typed goes there; undefined while it is not known which element has the keyboard now. */
  #typesInto: { field?: AccountField; is_unsure?: true } | undefined;
  /** Whether the finger that came last touched what shows dots; undefined where the keyboard was sent elsewhere since. */
  #isOnPassword: boolean | undefined;
  #wheel: { step_id: number; time: number; from: Point; to: Point } | undefined;

  constructor(keeper: ScriptKeeper, read: () => Promise<ElementTree>) {
    this.#keeper = keeper;
    this.#watch = new TreeWatch(read, { onRest: (step_id, ms) => keeper.rested(step_id, ms) });
  }

  /** Begins; a script that is empty begins with the app in front. */
  async start(): Promise<void> {
    if (this.isRecording.get()) return;
    this.isRecording.set(true);
    this.#typesInto = undefined;
    this.#isOnPassword = undefined;
    this.#watch.turn(true);
    if (this.#keeper.script.get().steps.length > 0) return;
    const tree = await this.#watch.fresh(HOLD_MAX_MS);
    const package_name = tree && appOf(tree);
    // Whoever was quicker than the first reading has a script that begins with what they did.
    if (package_name === undefined || !this.isRecording.get() || this.#keeper.script.get().steps.length > 0) return;
    this.#keeper.add({ kind: "start", package_name, clears: false });
  }

  stop(): void {
    this.isRecording.set(false);
    this.#watch.turn(false);
    this.#gestures.forget();
    this.#wheel = undefined;
  }

  /** How what the screen shows now is copied. */
  sees(look: () => Still | undefined): void {
    this.#look = look;
  }

  /** What the screen shows now; undefined while the page shows none. */
  still(): Still | undefined {
    return this.#look();
  }

  /** Told of the picture: how many there have been. */
  pictured(frames: number): void {
    this.#watch.pictured(frames);
  }

  /** What a person sends goes on through here; false when it cannot be sent. */
  pass(message: InputMessage, send: Send): boolean {
    const time = Date.now();
    const isHolding = this.isHolding.get();
    if (!isHolding && !this.isRecording.get()) return send(message);
    if (!isHolding && !this.#mustWait(message)) return this.#take({ message, send, time });
    this.#held.push({ message, send, time });
    if (!isHolding) void this.#hold();
    return true;
  }

  /** The way to the device is gone: what waits for it is given up. */
  forget(): void {
    this.#held = [];
    this.#gestures.forget();
  }

  #mustWait(message: InputMessage): boolean {
    if (this.#watch.isFresh) return false;
    // A password is told from other texts by the field that it is typed into.
    if (typedBy(message) !== undefined) return !this.#typesInto;
    return message.type === "touch" && message.action === "down" && !this.#gestures.active;
  }

  async #hold(): Promise<void> {
    this.isHolding.set(true);
    let sentAt: number | undefined;
    let wasAt = 0;
    for (let held = this.#held[0]; held; held = this.#held[0]) {
      if (this.isRecording.get() && this.#mustWait(held.message)) {
        await this.#watch.fresh(HOLD_MAX_MS);
        sentAt = undefined;
      }
      // A long press stays one: what waited follows in the time in which it came.
      const waitMs = sentAt === undefined ? 0 : sentAt + (held.time - wasAt) - Date.now();
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
      if (this.#held.shift() !== held) continue;
      wasAt = held.time;
      sentAt = Date.now();
      this.#take({ ...held, time: sentAt });
    }
    this.isHolding.set(false);
  }

  #take({ message, send, time }: Held): boolean {
    const begins = message.type === "touch" && message.action === "down" && !this.#gestures.active;
    if (begins) {
      const { x, y, width, height } = message;
      this.#under = this.#watch.lastTree;
      this.#isOnPassword = this.#under && isOnPassword(this.#under, { x: x / width, y: y / height });
    }
    const isSent = send(message);
    // Copying takes its while, which no touch waits for: what is shown is what was touched until this call is over.
    if (begins) this.#still = this.isRecording.get() && this.#under ? this.#look() : undefined;
    if (isSent && this.isRecording.get()) this.#note(message, time);
    return isSent;
  }

  #note(message: InputMessage, time: number): void {
    const gesture = this.#gestures.take(message, time);
    const text = typedBy(message);
    if (gesture) this.#gestured(gesture, time);
    else if (text !== undefined) this.#typed(text, time);
    else if (message.type === "key" && message.action !== "up") {
      if (message.key !== "Backspace") {
        this.#typesInto = undefined;
        this.#isOnPassword = undefined;
      }
      this.#add({ kind: "key", key: message.key, modifiers: message.modifiers ?? [], times: 1 }, time);
    } else if (message.type === "wake") this.#add({ kind: "key", key: "WakeUp", modifiers: [], times: 1 }, time);
    else if (message.type === "rotate") this.#add({ kind: "rotate" }, time);
    else if (message.type === "scroll") this.#scrolled(message, time);
  }

  #gestured(gesture: Gesture, time: number): void {
    if (gesture.kind === "other") this.#keeper.leftOut();
    else if (gesture.kind === "tap") this.#touched(tapOn(this.#under, gesture.at, this.#keeper.accountTexts), time);
    else if (gesture.kind === "press")
      this.#touched(holdOn(this.#under, gesture.at, gesture.ms, this.#keeper.accountTexts), time);
    else this.#add({ ...gesture, from: rounded(gesture.from), to: rounded(gesture.to) }, time);
    this.#typesInto = undefined;
    // A gesture that told of nothing has changed the screen all the same.
    if (gesture.kind === "other") this.#watch.touched();
  }

  /** What nothing but its place in the tree or among others names is kept as it looked, too. */
  #touched(action: Action, time: number): void {
    const step_id = this.#add(action, time);
    const [tree, still] = [this.#under, this.#still];
    this.#still = undefined;
    const found = tree && still && areaOf(tree, action, this.#keeper.accountTexts);
    if (!found) return;
    const { area, texts } = found;
    void still.cut(area).then(
      (png) => png !== undefined && this.#keeper.pictured(step_id, { png, screen: still.size, texts }),
      (error: unknown) => reportError(error),
    );
  }

  /** A password becomes the one of the account that a script signs in with. */
  #typed(text: string, time: number): void {
    const known = typesPassword(this.#watch.lastTree);
    // What follows at once goes where this does; a screen that was read since tells anew.
    if (known !== undefined || !this.#typesInto) {
      const isPassword = known ?? this.#isOnPassword;
      this.#typesInto = isPassword ? { field: "password" } : isPassword === undefined ? { is_unsure: true } : {};
    }
    this.#add({ kind: "text", text, ...this.#typesInto }, time);
  }

  /** A wheel is told as the finger that would do the same. */
  #scrolled(message: Extract<InputMessage, { type: "scroll" }>, time: number): void {
    const { x, y, width, height, horizontal, vertical } = message;
    const before = this.#wheel;
    const goesOn = before && time - before.time < WHEEL_MS && this.#keeper.isLast(before.step_id);
    const from = goesOn ? before.from : { x: x / width, y: y / height };
    const last = goesOn ? before.to : from;
    const inside = (value: number) => Math.min(1 - EDGE, Math.max(EDGE, value));
    const to = { x: inside(last.x + horizontal * NOTCH), y: inside(last.y + vertical * NOTCH) };
    const action: Action = { kind: "swipe", from: rounded(from), to: rounded(to), ms: SWIPE_MS };
    const step_id = goesOn ? before.step_id : this.#add(action, time);
    if (goesOn) this.#keeper.replace(step_id, action);
    this.#watch.touched(step_id, time);
    this.#wheel = { step_id, time, from, to };
  }

  /** Who begins on the home screen means the app that they start there: its symbol may be elsewhere on the next phone. */
  #startedFromHome(): void {
    const [first, second, more] = this.#keeper.script.get().steps;
    if (first?.action.kind !== "start" || second?.action.kind !== "tap" || more) return;
    const package_name = this.#watch.lastTree && appOf(this.#watch.lastTree);
    if (!isHome(first.action.package_name) || package_name === undefined || isHome(package_name)) return;
    this.#keeper.remove(first.step_id);
    this.#keeper.replace(second.step_id, { kind: "start", package_name, clears: false });
  }

  #add(action: Action, time: number): number {
    this.#startedFromHome();
    const step_id = this.#keeper.add(action);
    this.#watch.touched(step_id, time);
    return step_id;
  }
}

/** What a message writes where the keyboard is. */
function typedBy(message: InputMessage): string | undefined {
  if (message.type === "text") return message.text;
  return message.type === "clipboard_set" && message.paste && message.text !== "" ? message.text : undefined;
}
