import type { Frame, Page, Request, WebSocket } from "playwright-core";

const listeners = new WeakMap<Page, Listener>();
/** The one that hears a page from now on: what the page says by itself is known the better the earlier. */
export function listenTo(page: Page): Listener {
  const listener = listeners.get(page) ?? new Listener(page);
  listeners.set(page, listener);
  return listener;
}

/** A worker that is ended before its script has come tells of no end of that, and nothing on a screen waits for it. */
const WORKER = /worker-[\w-]+\.js$/;
const isWaitedFor = (request: Request): boolean =>
  ["fetch", "xhr", "script"].includes(request.resourceType()) && !WORKER.test(new URL(request.url()).pathname);

const callOf = (method: string, url: string): string => `${method} ${new URL(url).pathname}`;
const keyOf = (request: Request): string => `${request.method()} ${request.url()} ${request.postData() ?? ""}`;

/**
 * Hears what leaves the page: requests that were not made before, words on its open lines, files that it gives or asks for.
 * What it also says while no control is touched is nobody's effect, and neither is anything that comes to it. Of what is not
 * a GET that goes by the call alone: its words may be others each time that it is made.
 */
export class Listener {
  /** How much was heard that may be a control's effect. */
  count = 0;
  #isTrying = false;
  #isLearning = true;
  readonly #ofItself = new Set<string>();
  readonly #once = new Set<string>();
  readonly #questions = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #running = new Map<Request, string>();
  readonly #answered = new Set<string>();
  /** Whether a control has been touched since the screen was as at first. */
  get isTrying(): boolean {
    return this.#isTrying;
  }
  set isTrying(isTrying: boolean) {
    this.#isTrying = isTrying;
    if (isTrying) this.#isLearning = false;
  }
  /**
   * Whether no control of this walk has been touched yet. What is asked then the screen asks by itself; later it may be what a
   * control asks for, heard after the screen has been shown anew.
   */
  get isLearning(): boolean {
    return this.#isLearning;
  }
  /** Whether the page is on its way to another, or to itself anew. */
  get isLeaving(): boolean {
    return this.#way !== undefined;
  }
  #way: Request | undefined;

  constructor(page: Page) {
    page.on("request", this.#onRequest).on("requestfinished", this.#onEnd).on("requestfailed", this.#onEnd);
    page.on("framenavigated", this.#onNavigated);
    page.on("download", this.#onOther).on("filechooser", this.#onOther).on("popup", this.#onPopup);
    page.on("websocket", this.#onLine);
  }

  /** A walk is over: nobody touches a control until the next one, for which what this one's controls asked for is news again. */
  end(): void {
    this.#seen.clear();
    this.#isLearning = true;
    this.renew();
  }

  /** The screen is about to be shown anew: each of its answers is waited for once more. */
  renew(): void {
    this.isTrying = false;
    this.#answered.clear();
  }

  /** What the screen still waits for. What it was answered once and asks again by itself, it may ask without end. */
  get awaited(): string[] {
    return [...this.#running.values()].filter((key) => !this.#answered.has(key));
  }

  /** Whether it asks for this without any control being touched. That is a question, whatever its method. */
  isQuestion(method: string, url: string): boolean {
    return method === "GET" || this.#questions.has(callOf(method, url));
  }

  #onRequest = (request: Request): void => {
    const key = keyOf(request);
    const call = callOf(request.method(), request.url());
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) this.#way = request;
    if (isWaitedFor(request)) this.#running.set(request, key);
    if (!this.isTrying) {
      if (this.#isLearning) this.#questions.add(call);
      // Heard once, it may be what the control before was slow to ask for.
      if (this.#once.has(call)) this.#ofItself.add(call);
      this.#once.add(call);
      this.#ofItself.add(key);
    }
    if (request.method() !== "GET" ? this.#ofItself.has(call) : this.#isKnown(key)) return;
    this.#seen.add(key);
    this.count++;
  };
  #isKnown = (key: string): boolean => this.#seen.has(key) || this.#ofItself.has(key);
  #onEnd = (request: Request): void => {
    if (this.#running.delete(request)) this.#answered.add(keyOf(request));
    if (this.#way === request && request.failure()) this.#way = undefined;
  };
  /** Whoever asked before is gone, and may not be told of an end; it could ask until another took its place. */
  #onNavigated = (frame: Frame): void => {
    if (!this.isLeaving || frame.parentFrame() !== null) return;
    this.#way = undefined;
    this.#running.clear();
  };
  /** The screen's line is spoken on without end. */
  #onLine = (line: WebSocket): void => {
    const { pathname } = new URL(line.url());
    if (pathname.endsWith("/streams/screen")) return;
    line.on("framesent", ({ payload }) => {
      const words = `${pathname} ${String(payload).replaceAll(/\d+/g, "#")}`;
      if (!this.isTrying) this.#ofItself.add(words);
      else if (!this.#ofItself.has(words)) this.count++;
    });
  };
  /** A window before the page would keep it from being drawn. */
  #onPopup = (popup: Page): void => {
    this.count++;
    void popup.close();
  };
  #onOther = (): void => {
    // A way that ended in a file led nowhere else.
    this.#way = undefined;
    this.count++;
  };
}
