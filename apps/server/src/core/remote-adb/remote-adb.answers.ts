import type { RemoteAdb } from "@udt/contract";
import type { AskedKey } from "../../platform/database/remote-adb.schema.ts";
import type { AdbSettings } from "../../platform/settings-adb.ts";
import type { OpeningRow } from "./remote-adb.repository.ts";

export const OFF: RemoteAdb = {
  state: "off",
  address: null,
  is_local: false,
  user_id: null,
  opened_at: null,
  asked: null,
  connections: 0,
  connected_at: null,
  received_bytes: 0,
  sent_bytes: 0,
};

const isLoopback = (host: string): boolean => /^(127\.|\[?::1\]?$|localhost$)/.test(host);

/** What is told of an opening; the public half of a key that asks is nobody's business. */
export function shownOpening(row: OpeningRow, settings: AdbSettings): RemoteAdb {
  const { hostname, port, user_id, opened_at, connections, connected_at, received_bytes, sent_bytes } = row;
  return {
    state: row.asked ? "asking" : connections > 0 ? "connected" : "waiting",
    address: { hostname, port },
    // Another name leads here by a way of its own, such as a tunnel.
    is_local: hostname === "" && isLoopback(settings.host),
    user_id,
    opened_at,
    asked: row.asked && shownAsked(row.asked),
    connections,
    connected_at,
    received_bytes,
    sent_bytes,
  };
}

const shownAsked = ({ key_id, fingerprint, name, ip, asked_at }: AskedKey) => ({
  key_id,
  fingerprint,
  name,
  ip,
  asked_at,
});
