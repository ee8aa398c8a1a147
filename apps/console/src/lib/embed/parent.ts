import type { ConsoleMessage } from "@udt/contract";
import { config } from "../config/index.ts";

/** Whether another page shows this one in a frame. */
export const isEmbedded = (): boolean => window.parent !== window;

/** The parent is told only where its origin is one of those that the server allows; the browser makes sure of it. */
export function tellParent(message: ConsoleMessage): void {
  if (!isEmbedded()) return;
  for (const origin of parentOrigins()) window.parent.postMessage(message, origin);
}

/** The parent's own origin where the browser tells it, else every allowed one. */
function parentOrigins(): readonly string[] {
  const { embed_origins } = config();
  const [parent] = window.location.ancestorOrigins ?? [];
  return parent === undefined ? embed_origins : embed_origins.filter((origin) => origin === parent);
}

/** Whether a message comes from the page around this one, and that page is allowed. */
export const isFromParent = (event: Pick<MessageEvent, "origin" | "source">): boolean =>
  isEmbedded() && event.source === window.parent && config().embed_origins.includes(event.origin);
