import { ERRORS, type ErrorName, type SignInKind } from "@udt/contract";
import { paths } from "../../lib/navigation/paths.ts";
import { safeRedirect } from "../../lib/navigation/paths.ts";

/** What a sign-in window says to the page that opened it; also the windows' name. */
const WINDOW_NAME = "udt_sign_in";
const SIZE = { width: 520, height: 680 };

export interface SignInWord {
  readonly udt_sign_in: true;
  /** For a page that does not share the window's cookies. */
  readonly ticket?: string;
  readonly error?: ErrorName;
}

/** Why no window could be had, in document 2's words; a refusal of the server is an error row. */
export type WindowFault = "window_failed" | "window_repeated";

let open: Window | null = null;

/**
 * Opens the window of a sign-in. Only straight from a click: browsers block others.
 * @returns The fault when there is no window, or one is open already; that one comes to the front.
 */
export function openSignInWindow(kind: SignInKind, hand_over: boolean): WindowFault | undefined {
  if (open && !open.closed) {
    open.focus();
    return "window_repeated";
  }
  const address = new URL(paths.oauthStart(kind, hand_over).slice(1), document.baseURI).href;
  const left = window.screenX + Math.max(0, (window.outerWidth - SIZE.width) / 2);
  const features = `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${window.screenY + 80}`;
  open = window.open(address, WINDOW_NAME, features);
  return open ? undefined : "window_failed";
}

/** Tells when a window of ours has something to say. Returns how to stop listening. */
export function onSignInWord(listener: (word: SignInWord) => void): () => void {
  const listen = (event: MessageEvent<unknown>) => {
    // A window that this page opened, showing a page of ours.
    if (event.origin !== window.location.origin || event.source !== open || !isWord(event.data)) return;
    open = null;
    listener(event.data);
  };
  window.addEventListener("message", listen);
  return () => window.removeEventListener("message", listen);
}

const isWord = (data: unknown): data is SignInWord =>
  typeof data === "object" && data !== null && "udt_sign_in" in data && data.udt_sign_in === true;

/** In the window: the page that opened it; null in a page of its own. */
export const opener = (): Window | null => (window.name === WINDOW_NAME ? (window.opener as Window | null) : null);

/** In the window: says it to the page that opened it. False when there is none. */
export function say(word: Omit<SignInWord, "udt_sign_in">): boolean {
  const page = opener();
  page?.postMessage({ udt_sign_in: true, ...word } satisfies SignInWord, window.location.origin);
  return page !== null;
}

/** What the server's redirection after a sign-in says. */
export interface ReturnedWith {
  /** Undefined when nothing went wrong. */
  readonly error: ErrorName | undefined;
  readonly ticket: string | undefined;
  readonly redirect: string;
}

/** An address without a redirection in it was not made by the server: there is no valid jump state. */
export function readReturn(search: string, hash: string): ReturnedWith {
  const query = new URLSearchParams(search);
  const error = query.get("error");
  return {
    error: !query.has("redirect")
      ? "sign_in_state"
      : error === null
        ? undefined
        : isError(error)
          ? error
          : "sign_in_failed",
    ticket: /^#ticket=([\w-]+)$/.exec(hash)?.[1],
    redirect: safeRedirect(query.get("redirect"), paths.home()),
  };
}

const isError = (name: string): name is ErrorName => Object.hasOwn(ERRORS, name);
