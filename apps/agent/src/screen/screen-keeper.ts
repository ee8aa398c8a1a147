import { backoffMs, delay, Emitter, Redialling, type Said, SaidError, say } from "@udt/base";
import type { PictureLevel } from "@udt/contract";
import type { Device, InputSink, ScreenEvent, ScreenSource } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import { CaptureClock, type Pictured } from "./capture-clock.ts";
import { Hands, told, type InputWay } from "./hands.ts";
import { openBeside } from "./open-beside.ts";
import { PictureQualityChoice } from "./picture-quality.ts";
import { PictureWatch } from "./picture-watch.ts";
import { ScreenChannel } from "./screen-channel.ts";
import { openStills } from "./stills-source.ts";

const KEY_FRAME_MIN_INTERVAL_MS = 300;
const REOPEN_CAP_MS = 5_000;
/** Some seconds: a way to the device that comes back until then leaves the viewers with a picture that stood still. */
const TELL_AFTER_ATTEMPTS = 5;

/**
 * Keeps one source of the screen running for the whole session, whoever watches, so that a browser has its first picture at
 * once; opens it again when it breaks, and over with another profile when a viewer needs one.
 */
export class ScreenKeeper {
  readonly video = new ScreenChannel(() => this.requestKeyFrame());
  readonly stills = new ScreenChannel(() => this.#stillsSource?.requestKeyFrame());
  /** Why nothing but still pictures could be opened; empty before that was so. */
  whyStills = "";
  /** Told when the source broke and could not be opened again for some seconds. */
  readonly failed = new Emitter<string>();
  /** Told with each new source, whose input channel replaces the old one's. */
  readonly opened = new Emitter<void>();
  /** Told of each picture that the device's encoder made, once it was sent on. */
  readonly pictured = new Emitter<Pictured>();
  pictureCount = 0;
  /** Told with why, once for each source, when the device refuses what is given to it. */
  readonly inputRefused = new Emitter<Said>();
  /** Whether the video stands still. */
  readonly watch = new PictureWatch({ ask: () => this.#source?.requestKeyFrame(), restart: () => this.#restart() });
  readonly quality: PictureQualityChoice;
  /** Told when the device's panel was made dark, or lit. */
  readonly panelChanged = new Emitter<void>();
  readonly #device: Device;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  /** Whose giving the source must see to its end before another takes its place. */
  readonly hands = new Hands();
  #isDark = false;
  /** No source came in time. */
  #isGivenUp = false;
  /** Of the source that is shown; another's events are not heard any more. */
  #shown: object | undefined;
  #kind: string | undefined;
  #source: ScreenSource | undefined;
  /** Aborts with the source: what was given to its input channel then may never settle. */
  #sourceEnded = new AbortController();
  #stillsSource: ScreenSource | undefined;
  #shellInput: InputSink | undefined;
  #baseline = false;
  #lastKeyRequest = -Infinity;
  #changing: Promise<void> = Promise.resolve();
  readonly #redialling = new Redialling();

  constructor(device: Device, log: Logger) {
    this.#device = device;
    this.#log = (level, message, facts) => log(level, message, { serial: device.identity.serial, ...facts });
    this.quality = new PictureQualityChoice((level) => this.#giveLevel(level), this.#stopping.signal);
    this.quality.changed.on(() => (this.video.isBounded = this.quality.isAuto));
  }

  /** Rejects when not even pictures can be had. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#open());
  }

  /** The present way to give input, or undefined while there is none. */
  get input(): InputWay | undefined {
    if (this.#stopping.signal.aborted) return undefined;
    if (this.#source?.input) return { sink: this.#source.input, source: "live", ended: this.#sourceEnded.signal };
    return this.#shellInput && { sink: this.#shellInput, source: "commands", ended: this.#stopping.signal };
  }

  /** The way to give input, once the source that is being opened has one: a change of it is waited for, not told. */
  async inputSoon(): Promise<InputWay | undefined> {
    // Waited for in vain once, it is not waited for by each of those that come after.
    if (!this.#source && !this.#isGivenUp) {
      await told(this.opened, this.#stopping.signal);
      this.#isGivenUp = !this.#source;
    }
    return this.input;
  }

  /** What is shown are pictures that are taken one by one: nothing better could be opened. */
  get isStills(): boolean {
    return this.#kind === "stills";
  }

  get isDark(): boolean {
    return this.#isDark;
  }

  /** Makes the device's panel dark or lit, and keeps it so until the session ends, whatever becomes of the source. */
  async darken(isDark: boolean): Promise<void> {
    if (!this.input) throw new SaidError(say("device_not_reachable"));
    await this.input.sink.darken(isDark);
    if (this.#isDark === isDark) return;
    this.#isDark = isDark;
    this.panelChanged.emit();
  }

  requestKeyFrame(): void {
    const now = performance.now();
    if (now - this.#lastKeyRequest < KEY_FRAME_MIN_INTERVAL_MS) return;
    this.#lastKeyRequest = now;
    this.#source?.requestKeyFrame();
  }

  /** A viewer's decoder takes constrained baseline only: from now on everyone is given that. */
  needBaseline(): void {
    if (this.#baseline) return;
    this.#baseline = true;
    this.#openAnew(true);
  }

  /** Pictures run only while somebody looks at them. */
  async needStills(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#stillsSource || this.#stopping.signal.aborted) return;
      const { screen } = this.#device.capabilities;
      if (!screen) throw new SaidError(say("device_no_screen"));
      const onEvent = (event: ScreenEvent) => this.stills.onEvent(event);
      this.#stillsSource = await openStills(screen.capture, onEvent, this.#stopping.signal);
    });
  }

  releaseStills(): void {
    if (this.stills.viewerCount > 0 || !this.#stillsSource) return;
    void this.#stillsSource.dispose();
    this.#stillsSource = undefined;
    this.stills.reset();
  }

  /** The panel is lit again by the device's cleaning, which comes also after an agent that was killed. */
  async dispose(): Promise<void> {
    this.#stopping.abort(new Error("session ended"));
    this.watch.dispose();
    await this.#inTurn(() => this.#close());
    await this.#stillsSource?.dispose();
  }

  async #open(level = this.quality.level): Promise<void> {
    const { screen } = this.#device.capabilities;
    const { signal } = this.#stopping;
    if (!screen) throw new SaidError(say("device_no_screen"));
    this.video.reset();
    const onEvent = this.#listener();
    const options = { baseline: this.#baseline, level };
    const source = await screen.open(options, onEvent, signal).catch(async (error: unknown) => {
      signal.throwIfAborted();
      this.whyStills = messageOf(error);
      this.#log("warn", "no video, showing still pictures", { error: this.whyStills });
      return openStills(screen.capture, onEvent, signal);
    });
    await this.#show(source);
  }

  /** Takes what the source that is shown from now on tells. */
  #listener(): (event: ScreenEvent) => void {
    const shown = (this.#shown = {});
    const captures = new CaptureClock();
    return (event) => {
      if (this.#stopping.signal.aborted || this.#shown !== shown) return;
      const arrivedMs = performance.now();
      this.video.onEvent(event);
      if (event.type === "meta") {
        this.#kind = event.source;
        this.watch.isSlow = event.source !== "live";
      } else if (event.type === "packet" && event.kind !== "config") {
        this.watch.shown();
        // The other sources say when a picture came, not when it was captured.
        this.pictureCount++;
        if (!this.watch.isSlow) this.pictured.emit(captures.pictured(event.pts_us, arrivedMs));
      }
    };
  }

  async #show(source: ScreenSource): Promise<void> {
    const { input } = this.#device.capabilities;
    this.#source = source;
    this.#isGivenUp = false;
    this.#sourceEnded = new AbortController();
    if (!source.input) this.#shellInput ??= await input?.open(this.#stopping.signal);
    this.#lastKeyRequest = -Infinity;
    this.#redialling.opened();
    // A source that was opened for one that broke knows nothing of it.
    if (this.#isDark) await source.input?.darken(true).catch(() => undefined);
    this.opened.emit();
    void source.ended.then((reason) => this.#onEnded(source, reason));
    void source.inputRefused?.then((said) => this.#onRefused(source, said));
  }

  #onRefused(source: ScreenSource, said: Said): void {
    if (this.#source !== source) return;
    this.#log("warn", "the device refuses input", { code: said.code });
    this.inputRefused.emit(said);
  }

  /** Opens a source of this level beside the present one and shows it from its first picture on. */
  #giveLevel(level: PictureLevel): Promise<void> {
    return this.#inTurn(async () => {
      const { screen } = this.#device.capabilities;
      const { signal } = this.#stopping;
      const before = this.#source;
      // Pictures taken one by one have no level, and what is being opened anew takes the present one.
      if (!screen || !before || !this.#kind || this.isStills) throw new SaidError(say("device_no_screen"));
      const options = { baseline: this.#baseline, level };
      const opening = openBeside((onEvent) => screen.open(options, onEvent, signal), this.#kind, signal);
      const beside = await opening.catch((error: unknown) =>
        this.#log("info", "no second encoder", { error: messageOf(error) }),
      );
      await this.hands.free(signal);
      if (!beside) return this.#openInstead(level);
      if (signal.aborted || this.#source !== before) return beside.source.dispose();
      const ended = this.#sourceEnded;
      const onEvent = this.#listener();
      this.video.reset();
      beside.tell(onEvent);
      await this.#show(beside.source);
      ended.abort(new Error("another source of the screen took its place"));
      await before.dispose();
    });
  }

  /** For a device that has one encoder alone. */
  async #openInstead(level: PictureLevel): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    await this.#close();
    await this.#open(level).catch((error: unknown) => {
      this.#reopen(messageOf(error));
      throw error;
    });
  }

  #onEnded(source: ScreenSource, reason: string): void {
    if (this.#source !== source || this.#stopping.signal.aborted) return;
    this.watch.broken();
    this.#reopen(reason);
  }

  #openAnew(isWorking: boolean): void {
    this.#inTurn(async () => {
      if (isWorking) await this.hands.free(this.#stopping.signal);
      await this.#close();
      await this.#open();
    }).catch((error: unknown) => this.#reopen(messageOf(error)));
  }

  /** The picture stands still. What is being opened already needs no second attempt beside it. */
  #restart(): void {
    if (!this.#source || this.#stopping.signal.aborted) return;
    this.#log("warn", "the picture stands still, opening the screen anew");
    this.#openAnew(false);
  }

  async #close(): Promise<void> {
    const source = this.#source;
    this.#source = undefined;
    this.#shown = undefined;
    this.#sourceEnded.abort(new Error("the source of the screen ended"));
    await source?.dispose();
  }

  /** Tries until it works or the session ends; a device that is gone ends the session. */
  #reopen(reason: string): void {
    const { signal } = this.#stopping;
    this.#log("warn", "screen source ended, opening it again", { reason });
    this.#inTurn(async () => {
      await this.#close();
      for (let failures = 0; !signal.aborted; failures++) {
        // A source that ends as soon as it is opened is not opened at full speed for ever either.
        const attempt = this.#redialling.broken();
        if (attempt > 0) await delay(backoffMs(attempt - 1, 250, REOPEN_CAP_MS), signal);
        try {
          await this.#open();
          return;
        } catch (error) {
          if (signal.aborted) return;
          if (failures === TELL_AFTER_ATTEMPTS) this.failed.emit(messageOf(error));
        }
      }
    }).catch((error: unknown) => {
      if (!signal.aborted) this.#log("error", "screen cannot be kept", { error });
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#changing.then(work);
    this.#changing = turn.catch(() => undefined);
    return turn;
  }
}
