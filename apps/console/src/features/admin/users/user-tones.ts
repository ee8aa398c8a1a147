import type { AdminUser, UserState } from "@udt/contract";
import type { Tone } from "../../../lib/components/index.ts";

export const USER_TONES: Record<UserState, Tone> = {
  approving: "warning",
  approved: "good",
  rejected: "bad",
  disabled: "offline",
};

/** Approved, but past the date that an administrator set: cannot sign in. */
export const isExpired = (user: Pick<AdminUser, "state" | "expires_at">, now: number): boolean =>
  user.state === "approved" && user.expires_at !== null && user.expires_at <= now;
