import type { Page } from "playwright-core";

/** What a page asks of the server. */
export interface Call {
  method: string;
  url: string;
}

/**
 * Lets no call leave the page that is to be kept back, until it is disposed of. By the browser's own protocol: what
 * `page.route` does takes the browser's cache as well, and each loading of the console would compile all of it anew.
 */
export async function holdCalls(page: Page, isKeptBack: (call: Call) => boolean): Promise<AsyncDisposable> {
  const line = await page.context().newCDPSession(page);
  line.on("Fetch.requestPaused", ({ requestId, request }) => {
    const answer = isKeptBack(request)
      ? line.send("Fetch.failRequest", { requestId, errorReason: "Failed" })
      : line.send("Fetch.continueRequest", { requestId });
    // Who asked may be gone by now, or all of this be over.
    void answer.catch(() => undefined);
  });
  await line.send("Fetch.enable", { patterns: [{ urlPattern: "*/v1/*" }] });
  // A page that was closed has ended its line by itself.
  return { [Symbol.asyncDispose]: () => line.detach().catch(() => undefined) };
}
