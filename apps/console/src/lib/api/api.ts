import { createClient, type ApiError, type Client } from "@udt/client";
import { applyPolicy } from "../errors/apply-policy.ts";
import { announceNoPrivilege } from "../errors/no-privilege.ts";

/** Address that every path of the server is below, taken from the page's `<base>`; no trailing slash. */
export const baseUrl = new URL(".", document.baseURI).href.replace(/\/$/, "");

/** The server. Every failure goes through the error policy before the caller sees it. */
export const api: Client = createClient({ baseUrl, onError, onEventId });

let latest: number | undefined;

/** The newest event that an answer knew of; whoever follows events from there on hears of all that came after these answers. */
export const latestEventId = (): number | undefined => latest;

function onEventId(event_id: number): void {
  latest = Math.max(latest ?? 0, event_id);
}

function onError(error: ApiError): void {
  applyPolicy(error);
  if (error.permission !== undefined) announceNoPrivilege(error.permission);
}
