/** Signing iOS apps anew, which an agent does that has a signing tool. */
import { z } from "zod";

/** Programs that sign iOS apps without macOS, the first that is there first. */
export const SIGNING_TOOLS = ["zsign", "rcodesign"] as const;
export type SigningToolName = (typeof SIGNING_TOOLS)[number];

/** What an agent signs apps with. */
export const signingTool = z.object({ name: z.enum(SIGNING_TOOLS), version: z.string().max(100) });
export type SigningTool = z.output<typeof signingTool>;

/** At what it failed; the message beside says why. */
export const RESIGN_FAILURES = ["app_not_had", "files_not_had", "sign_failed", "save_failed", "agent_lost"] as const;
export type ResignFailure = (typeof RESIGN_FAILURES)[number];
