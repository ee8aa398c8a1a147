import type { CDPSession, Page } from "playwright-core";

/** What a page asks of the server. */
export interface Call {
  method: string;
  url: string;
}

/** Each page's line to its browser. It stays: that one ends would take a page's stand-in for a passkey device with it. */
const lines = new WeakMap<Page, CDPSession>();

/**
 * Lets no call leave the page that is to be kept back, until it is disposed of. By the browser's own protocol: what
 * `page.route` does takes the browser's cache as well, and each loading of the console would compile all of it anew.
 */
export async function holdCalls(page: Page, isKeptBack: (call: Call) => boolean): Promise<AsyncDisposable> {
  const line = lines.get(page) ?? (await page.context().newCDPSession(page));
  lines.set(page, line);
  const judge = ({ requestId, request }: { requestId: string; request: Call }) => {
    const answer = isKeptBack(request)
      ? line.send("Fetch.failRequest", { requestId, errorReason: "Failed" })
      : line.send("Fetch.continueRequest", { requestId });
    // Who asked may be gone by now, or all of this be over.
    void answer.catch(() => undefined);
  };
  line.on("Fetch.requestPaused", judge);
  await line.send("Fetch.enable", { patterns: [{ urlPattern: "*/v1/*" }] });
  return {
    async [Symbol.asyncDispose]() {
      // A page that was closed has ended its line by itself.
      await line.send("Fetch.disable").catch(() => undefined);
      line.off("Fetch.requestPaused", judge);
    },
  };
}
