import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { runtimeSettings } from "../runtime-settings.ts";

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
};
