import { expect, it } from "vitest";
import { readSettings } from "../../platform/settings.ts";
import { directPath } from "./direct-path.ts";

const settingsOf = (env: Record<string, string>) => {
  const read = readSettings(env);
  if (!read.ok) throw new Error(read.error);
  return read.value.direct;
};

it("is there without any server to help, unless it is turned off", () => {
  expect(directPath(settingsOf({}), "t1", 0)).toEqual({ ice_servers: [], relay_only: false });
  expect(directPath(settingsOf({ UDT_DIRECT_PATH: "off", UDT_STUN_URLS: "stun:a" }), "t1", 0)).toBeUndefined();
});

it("has credentials that the relay's own secret proves, and that end", () => {
  const settings = settingsOf({
    UDT_DIRECT_PATH: "relay",
    UDT_STUN_URLS: "stun:turn.example.com",
    UDT_TURN_URLS: "turn:turn.example.com:3478?transport=udp, turns:turn.example.com",
    UDT_TURN_SECRET: "a secret of the relay",
    UDT_TURN_MINUTES: "10",
  });
  expect(directPath(settings, "t1", 1_000_000_500)).toEqual({
    ice_servers: [
      { urls: ["stun:turn.example.com"] },
      {
        urls: ["turn:turn.example.com:3478?transport=udp", "turns:turn.example.com"],
        username: "1000600:t1",
        // printf 1000600:t1 | openssl dgst -sha1 -hmac 'a secret of the relay' -binary | base64
        credential: "0OhWCHcTBBCaJ3+bM/0LMmmqBss=",
      },
    ],
    relay_only: true,
  });
});

it("is refused with one sentence where half of it is set", () => {
  const faultOf = (env: Record<string, string>) => readSettings(env);
  expect(faultOf({ UDT_TURN_URLS: "turn:a" })).toEqual({
    ok: false,
    error: "UDT_TURN_SECRET must be set when UDT_TURN_URLS is.",
  });
  expect(faultOf({ UDT_DIRECT_PATH: "relay" })).toEqual({
    ok: false,
    error: "UDT_TURN_URLS must be set when UDT_DIRECT_PATH is relay.",
  });
});
