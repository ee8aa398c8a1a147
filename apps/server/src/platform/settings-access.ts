/** Settings of who reaches the server, and by which way. */
import { z } from "zod";
import { wholeNumber } from "./settings-values.ts";
import { addressRange } from "./outbound.ts";

const items = (value: string) => value.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));

export const accessVariables = {
  UDT_METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .max(200, "is too long")
    .refine((value) => !/\s/.test(value), "must have no blanks")
    .optional(),
  UDT_CALLS_PER_MINUTE: wholeNumber(0, 1_000_000).default(6_000),
  UDT_ALLOWED_HOSTS: z
    .string()
    .default("")
    .transform(items)
    .refine(
      (hosts) => hosts.every((each) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(each)),
      "must be host names such as udt.example.com, without port, separated by commas",
    ),
  UDT_TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform(items)
    .refine(
      (ranges) => ranges.every((each) => addressRange(each) !== undefined),
      "must be addresses or ranges such as 10.0.0.0/8, separated by commas",
    ),
};

export interface AccessSettings {
  /** What reads `/metrics`; undefined: whoever is on this machine. */
  metrics_token: string | undefined;
  /** What one caller may make; 0: no limit. */
  calls_per_minute: number;
  /** Names that the server may be called by, besides those that other settings speak of. */
  allowed_hosts: readonly string[];
  /** Addresses and ranges of the proxies whose word about who calls is believed. */
  trusted_proxies: readonly string[];
}

export const accessSettings = (value: z.output<z.ZodObject<typeof accessVariables>>): AccessSettings => ({
  metrics_token: value.UDT_METRICS_TOKEN,
  calls_per_minute: value.UDT_CALLS_PER_MINUTE,
  allowed_hosts: value.UDT_ALLOWED_HOSTS,
  trusted_proxies: value.UDT_TRUSTED_PROXIES,
});
