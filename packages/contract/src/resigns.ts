/** Signing iOS apps anew, which an agent does that has a signer. */
import { z } from "zod";

/** Programs that sign iOS apps without macOS, the first that is there first. */
export const SIGNERS = ["zsign", "rcodesign"] as const;
export type SignerName = (typeof SIGNERS)[number];

/** What an agent signs apps with. */
export const agentSigner = z.object({ name: z.enum(SIGNERS), version: z.string().max(100) });
export type AgentSigner = z.output<typeof agentSigner>;

/** At what it failed; the message beside says why. */
export const RESIGN_FAILURES = ["app_not_had", "files_not_had", "sign_failed", "save_failed", "agent_lost"] as const;
export type ResignFailure = (typeof RESIGN_FAILURES)[number];
