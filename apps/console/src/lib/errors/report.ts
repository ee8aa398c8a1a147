import { consoleEndpoints } from "@udt/contract/endpoints/console";
import { createClient, ApiError } from "@udt/client";
import { config } from "../config/index.ts";
import { currentPath } from "../navigation/navigation.ts";

/** Document 1 §8. */
const MAX_PER_PAGE_LOAD = 6;

interface Fault {
  message: string;
  stack: string;
}

/** Refusals and broken networks are answers, not faults of the page; a stopped call is nobody's fault. */
function faultOf(reason: unknown): Fault | undefined {
  if (reason instanceof ApiError && reason.kind !== "bad_answer") return undefined;
  if (reason instanceof DOMException && reason.name === "AbortError") return undefined;
  if (reason instanceof Error) return { message: `${reason.name}: ${reason.message}`, stack: reason.stack ?? "" };
  return { message: String(reason), stack: "" };
}

/**
 * Sends the page's own faults to the server's log, at most six a page load, and none from a public host. `send` must not
 * report its own failure. Answers with a function that stops it.
 */
export function reportFaults(send: (fault: Fault) => Promise<unknown>): () => void {
  let left = MAX_PER_PAGE_LOAD;
  const report = (reason: unknown) => {
    const fault = faultOf(reason);
    if (!fault || left === 0 || !config().private_build) return;
    left--;
    // What cannot be reported stays in the browser's own console, where the browser has put it already.
    send(fault).catch(() => undefined);
  };
  const onError = (event: ErrorEvent) => report(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  window.addEventListener("error", onError);
  window.addEventListener("unhandledrejection", onRejection);
  return () => {
    window.removeEventListener("error", onError);
    window.removeEventListener("unhandledrejection", onRejection);
  };
}

const cut = (text: string, max: number) => text.replaceAll("\0", "").slice(0, max);

/** A sender with a client of its own, so that a failing report goes through no error policy. */
export function faultSender(baseUrl: string): (fault: Fault) => Promise<unknown> {
  const client = createClient({ baseUrl });
  return (fault) =>
    client.call(consoleEndpoints.errorReport, {
      body: {
        message: cut(fault.message, 2000),
        stack: cut(fault.stack, 10_000),
        page: cut(currentPath(), 2000),
        user_agent: cut(navigator.userAgent, 500),
      },
    });
}
