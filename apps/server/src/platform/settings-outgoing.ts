/** The settings of what the server sends by itself, and of the secrets it needs for that. */
import { isOutboundAddress } from "@udt/contract";
import { z } from "zod";

const isMailUrl = (value: string) =>
  URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== "";
/** `udt@example.com` or `UDT <udt@example.com>`; no line break, which would begin another header. */
const isSender = (value: string) =>
  !/[\r\n]/.test(value) && z.email().safeParse(/<([^<>]+)>\s*$/.exec(value)?.[1] ?? value).success;
const hostsOf = (value: string) =>
  value
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
export const outgoingVariables = {
  UDT_SMTP_URL: z.string().refine(isMailUrl, "must be a URL that starts with smtp:// or smtps://").optional(),
  UDT_MAIL_FROM: z.string().refine(isSender, "must be an email address").optional(),
  UDT_OUTBOUND_ALLOW: z
    .string()
    .transform(hostsOf)
    .refine((hosts) => hosts.every(isOutboundAddress), "must be host names, addresses or ranges such as 10.0.0.0/8")
    .default([]),
  UDT_SECRET_KEY: z.string().min(32, "must have at least 32 characters").max(500, "is too long").optional(),
};

export interface OutgoingSettings {
  /** Undefined: no mail is sent. */
  smtp_url: string | undefined;
  mail_from: string | undefined;
  /** Hosts and ranges that users may have called although they are not public. */
  outbound_allow: readonly string[];
  /** Undefined: a key is kept in a file in `data_dir`. */
  secret_key: string | undefined;
}

type Read = z.output<z.ZodObject<typeof outgoingVariables>>;

export const outgoingSettings = (value: Read): OutgoingSettings => ({
  smtp_url: value.UDT_SMTP_URL,
  mail_from: value.UDT_MAIL_FROM,
  outbound_allow: value.UDT_OUTBOUND_ALLOW,
  secret_key: value.UDT_SECRET_KEY,
});

/** A sentence about one of two that only make sense together. */
export const missingMailPartner = (value: Read): string | undefined =>
  value.UDT_SMTP_URL !== undefined && value.UDT_MAIL_FROM === undefined
    ? "UDT_MAIL_FROM must be set when UDT_SMTP_URL is."
    : undefined;
