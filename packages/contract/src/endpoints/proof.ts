import { z } from "zod";
import { sentPassword } from "../rules.ts";

/** Who came by a provider has no password; their session must be young instead. */
export const proof = z.object({ password: sentPassword.optional() });

/** Of a call that takes a {@link proof}, and no key. */
export const PROOF_ERRORS = [
  "signed_in_only",
  "password_required",
  "wrong_password",
  "sign_in_again",
  "too_many_attempts",
] as const;
