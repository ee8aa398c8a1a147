import { z } from "zod";
import { initialRuntimeSettings } from "@udt/contract";
import { AuditService } from "../people/audit/audit.service.ts";
import { UsersService, type PasswordReset } from "../people/users/users.service.ts";
import { systemServerClock } from "../platform/clock.ts";
import type { ServerSettings } from "../platform/settings.ts";
import { askRunning } from "./ask-running.ts";
import { openExisting } from "./existing.ts";
import { OperatorRefusal } from "./refusal.ts";

const passwordReset: z.ZodType<PasswordReset> = z.object({
  email: z.string(),
  password: z.string().nullable(),
  state: z.enum(["approved", "approving", "rejected", "disabled"]),
  sessions: z.number(),
  keys: z.int(),
  second_factor_ended: z.boolean(),
});

/** @throws OperatorRefusal */
export async function resetPassword(users: UsersService, email: string) {
  const done = await users.resetPassword(email.trim());
  if (done === "nobody")
    throw new OperatorRefusal(`There is no user with the address ${email.trim()}.`, "A lost password");
  return done;
}

/**
 * Resets the sign-in of the user of this address, through the server that runs on the data folder, which mails them, or
 * else in its database.
 * @throws OperatorRefusal, RelayedRefusal, Error with one sentence
 */
export async function resetPasswordOf(settings: ServerSettings, email: string): Promise<PasswordReset> {
  const answer = await askRunning(settings, "/user/reset", { email });
  if (answer !== undefined) return passwordReset.parse(answer);
  const database = await openExisting(settings);
  try {
    const audit = new AuditService(database, systemServerClock);
    const users = new UsersService(database, systemServerClock, audit, () => initialRuntimeSettings);
    return await resetPassword(users, email);
  } finally {
    await database.close();
  }
}
