/** The direct path between browsers and agents: whether there is one, and what helps both to find each other. */
import { z } from "zod";
import { wholeNumber } from "./settings-values.ts";

const STUN = /^stun:[A-Za-z0-9.-]+(:\d{1,5})?$|^stun:\[[0-9A-Fa-f:.]+\](:\d{1,5})?$/;
const TURN = /^turns?:([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/;

const urlsLike = (pattern: RegExp, example: string) =>
  z
    .string()
    .default("")
    .transform((value) => value.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()])))
    .refine((urls) => urls.length <= 8 && urls.every((url) => pattern.test(url)), {
      message: `must be at most 8 addresses such as ${example}, separated by commas`,
    });

export const directVariables = {
  UDT_DIRECT_PATH: z.enum(["on", "relay", "off"], "must be on, relay or off").default("on"),
  UDT_STUN_URLS: urlsLike(STUN, "stun:turn.example.com:3478"),
  UDT_TURN_URLS: urlsLike(TURN, "turn:turn.example.com:3478?transport=udp"),
  UDT_TURN_SECRET: z.string().min(16, "must have at least 16 characters").max(500, "is too long").optional(),
  UDT_TURN_MINUTES: wholeNumber(1, 10_080).default(720),
};

export interface DirectSettings {
  /** `relay`: browsers go by a relay alone, so that agents do not learn their addresses. */
  mode: "on" | "relay" | "off";
  stun_urls: readonly string[];
  /** Undefined: no relays. */
  turn: { urls: readonly string[]; secret: string; minutes: number } | undefined;
}

type Read = z.output<z.ZodObject<typeof directVariables>>;

export const directSettings = (value: Read): DirectSettings => ({
  mode: value.UDT_DIRECT_PATH,
  stun_urls: value.UDT_STUN_URLS,
  turn:
    value.UDT_TURN_URLS.length > 0 && value.UDT_TURN_SECRET !== undefined
      ? { urls: value.UDT_TURN_URLS, secret: value.UDT_TURN_SECRET, minutes: value.UDT_TURN_MINUTES }
      : undefined,
});

/** A sentence about one that only makes sense with another. */
export function missingDirectPartner(value: Read): string | undefined {
  if (value.UDT_TURN_URLS.length > 0 && value.UDT_TURN_SECRET === undefined)
    return "UDT_TURN_SECRET must be set when UDT_TURN_URLS is.";
  if (value.UDT_DIRECT_PATH === "relay" && value.UDT_TURN_URLS.length === 0)
    return "UDT_TURN_URLS must be set when UDT_DIRECT_PATH is relay.";
  return undefined;
}
