/**
 * The authorisation window (document 2 §8): a small window of its own asks for a token or a credential, tries it, and hands it to
 * the page that opened it. The two speak over a channel of their own origin, named by a number that only they know.
 */
import { libraryRules, type RepositoryAuth } from "@udt/contract";
import { baseUrl } from "../../lib/api/api.ts";
import { paths } from "../../lib/navigation/paths.ts";

export type AuthorizeOutcome =
  | { kind: "authorized"; auth: RepositoryAuth }
  /** The browser opened no window. */
  | { kind: "blocked" }
  /** It is open already; it has been brought to the front. */
  | { kind: "open_already" }
  /** It was closed without an answer. */
  | { kind: "failed" };

const LOOK_MS = 300;
/** The page that asked closes the window. One that is not there any more does not. */
const LEFT_ALONE_MS = 10_000;
let present: Window | undefined;

const channelOf = (number: string) => new BroadcastChannel(`udt-authorize-${number}`);

/** Opens the window and waits for its answer or its end. */
export function authorize(project: string, url: string): Promise<AuthorizeOutcome> {
  if (present && !present.closed) {
    present.focus();
    return Promise.resolve({ kind: "open_already" });
  }
  const number = crypto.getRandomValues(new Uint32Array(4)).join("");
  const target = `${baseUrl}${paths.libraryAuthorize(project)}?${new URLSearchParams({ url, number, hide_nav: "1" })}`;
  const opened = window.open(target, "", "popup,width=520,height=560");
  if (!opened) return Promise.resolve({ kind: "blocked" });
  present = opened;
  const channel = channelOf(number);
  return new Promise((resolve) => {
    const end = (outcome: AuthorizeOutcome) => {
      clearInterval(timer);
      channel.close();
      present = undefined;
      resolve(outcome);
    };
    const timer = setInterval(() => opened.closed && end({ kind: "failed" }), LOOK_MS);
    channel.addEventListener("message", (event: MessageEvent<unknown>) => {
      const read = libraryRules.repositoryAuth.safeParse(event.data);
      if (!read.success) return;
      end({ kind: "authorized", auth: read.data });
      opened.close();
    });
  });
}

/** From the window to the page that opened it, which closes it: a window that closed itself could be seen closed before it is heard. */
export function handOver(number: string, auth: RepositoryAuth): void {
  const channel = channelOf(number);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, not a window
  channel.postMessage(auth);
  channel.close();
  setTimeout(() => window.close(), LEFT_ALONE_MS);
}
