/** What may be called although it is not on the public internet: a host name, an address, or a range of addresses. */
import { z } from "zod";
import { rule } from "./rules.ts";
import { text } from "./shapes.ts";

/** zod takes `::/1.2` for a range. */
const bits = z.string().regex(/\/\d+$/);
const addresses = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), bits.pipe(z.cidrv6())]);

/** A name whose last part is a number is an address to URLs: https://url.spec.whatwg.org/#ends-in-a-number-checker */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*(?!\d+$|0x[0-9a-f]*$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

export const isOutboundAddress = (value: string): boolean =>
  addresses.safeParse(value).success || HOST_NAME.test(value);

export const outboundAddress = text(255)
  .trim()
  .toLowerCase()
  .refine((value) => value !== "", rule("required"))
  .refine((value) => value === "" || isOutboundAddress(value), rule("outbound_address"));
