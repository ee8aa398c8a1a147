import { createHmac } from "node:crypto";
import type { DirectPathOffer } from "@udt/contract";
import type { DirectSettings } from "../../platform/settings-direct.ts";

/**
 * What a direct path may be made with; undefined: there is none. A relay's credentials are those that coturn makes sure of
 * with the secret that it shares with us (`use-auth-secret`), and are good for a while.
 * @param name Whose they are, which the relay writes to its log.
 */
export function directPath(settings: DirectSettings, name: string, now: number): DirectPathOffer | undefined {
  const { mode, stun_urls, turn } = settings;
  if (mode === "off") return undefined;
  const ice_servers: DirectPathOffer["ice_servers"] = stun_urls.length > 0 ? [{ urls: [...stun_urls] }] : [];
  if (turn) {
    const username = `${Math.floor(now / 1000) + turn.minutes * 60}:${name}`;
    const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
    ice_servers.push({ urls: [...turn.urls], username, credential });
  }
  return { ice_servers, relay_only: mode === "relay" };
}
