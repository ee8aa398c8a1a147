import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { outboundAddress } from "../outbound-address.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { time } from "../shapes.ts";

const privateAddresses = z.object({
  /** What the server's operator gave (`UDT_OUTBOUND_ALLOW`): only they can take it back. */
  given: z.array(z.object({ address: z.string() })),
  list: z.array(z.object({ address: z.string(), user_name: z.string(), allowed_at: time })),
});

export const settingsEndpoints = {
  adminSettingsGet: endpoint({
    name: "adminSettingsGet",
    method: "GET",
    path: "/v1/plat/admin/settings",
    access: "admin",
    summary: "What an administrator may change while the servers run.",
    response: runtimeSettings,
    errors: [],
  }),
  adminSettingsSet: endpoint({
    name: "adminSettingsSet",
    method: "PUT",
    path: "/v1/plat/admin/settings",
    access: "admin",
    signed_in: true,
    summary: "Change those that are given; they take effect at once on every server.",
    body: z.strictObject(runtimeSettings.partial().shape),
    response: runtimeSettings,
    errors: ["signed_in_only"],
  }),
  adminAddressList: endpoint({
    name: "adminAddressList",
    method: "GET",
    path: "/v1/plat/admin/addresses",
    access: "admin",
    summary:
      "The hosts, addresses and ranges that the server may call for its users (repositories, webhooks, registries) although they are not on the public internet.",
    response: privateAddresses,
    errors: [],
  }),
  adminAddressAllow: endpoint({
    name: "adminAddressAllow",
    method: "POST",
    path: "/v1/plat/admin/addresses",
    access: "admin",
    signed_in: true,
    summary: "Allow one more, at once on every server. One that is allowed already stays so.",
    body: z.object({ address: outboundAddress }),
    response: privateAddresses,
    errors: ["signed_in_only"],
  }),
  adminAddressDisallow: endpoint({
    name: "adminAddressDisallow",
    method: "DELETE",
    path: "/v1/plat/admin/addresses",
    access: "admin",
    signed_in: true,
    summary: "Allow one no longer.",
    query: z.object({ address: outboundAddress }),
    response: privateAddresses,
    errors: ["signed_in_only"],
  }),
};
