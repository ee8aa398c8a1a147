import type { Page, Request, WebSocket } from "playwright-core";

/**
 * Hears what leaves the page: requests that were not made before, words on its open lines, files that it gives or asks for.
 * What is asked again by itself is nobody's effect.
 */
export class Listener {
  count = 0;
  readonly #seen = new Set<string>();
  readonly #running = new Set<Request>();
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on("request", this.#onRequest).on("requestfinished", this.#onEnd).on("requestfailed", this.#onEnd);
    page.on("download", this.#onOther).on("filechooser", this.#onOther).on("popup", this.#onPopup);
    page.on("websocket", this.#onLine);
  }

  get isQuiet(): boolean {
    return this.#running.size === 0;
  }

  stop(): void {
    const page = this.#page;
    page.off("request", this.#onRequest).off("requestfinished", this.#onEnd).off("requestfailed", this.#onEnd);
    page.off("download", this.#onOther).off("filechooser", this.#onOther).off("popup", this.#onPopup);
    page.off("websocket", this.#onLine);
  }

  #onRequest = (request: Request): void => {
    // Whoever asked before is gone, and may not be told of an end.
    if (request.isNavigationRequest()) this.#running.clear();
    if (["fetch", "xhr", "script"].includes(request.resourceType())) this.#running.add(request);
    const key = `${request.method()} ${request.url()} ${request.postData() ?? ""}`;
    if (request.method() === "GET" && this.#seen.has(key)) return;
    this.#seen.add(key);
    this.count++;
  };
  #onEnd = (request: Request): void => void this.#running.delete(request);
  /** The screen's line is spoken on without end. */
  #onLine = (line: WebSocket): void => {
    if (!new URL(line.url()).pathname.endsWith("/streams/screen")) line.on("framesent", this.#onOther);
  };
  /** A window before the page would keep it from being drawn. */
  #onPopup = (popup: Page): void => {
    this.count++;
    void popup.close();
  };
  #onOther = (): void => void this.count++;
}
