import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { text, time, userInfo } from "../shapes.ts";
import { SECOND_STEPS } from "../states.ts";
import { passkey } from "./passkeys.ts";
import { proof, PROOF_ERRORS } from "./proof.ts";

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** What proves who somebody is beside their password: an authenticator app's codes (RFC 6238), passkeys, and recovery codes. */
export const secondFactorEndpoints = {
  secondFactorGet: endpoint({
    name: "secondFactorGet",
    method: "GET",
    path: "/v1/plat/user/second_factor",
    access: "self",
    summary: "One's own second factors, and how many recovery codes are left.",
    response: z.object({
      totp: z.object({ created_at: time, last_used_at: time.nullable() }).nullable(),
      /** Oldest first. */
      passkeys: z.array(passkey),
      recovery_codes_left: z.int(),
    }),
    errors: [],
  }),
  totpBegin: endpoint({
    name: "totpBegin",
    method: "POST",
    path: "/v1/plat/user/second_factor/totp",
    access: "self",
    signed_in: true,
    summary:
      "Begin to set up an authenticator app: its secret in base32, and the address that is shown as a QR code. It counts once a first code has confirmed it, within 10 minutes. Asks for the password again; who has none must have signed in within 10 minutes.",
    body: proof,
    response: z.object({ secret_key: z.string(), totp_url: z.string() }),
    errors: [...PROOF_ERRORS, "second_factor_exists"],
  }),
  totpConfirm: endpoint({
    name: "totpConfirm",
    method: "PUT",
    path: "/v1/plat/user/second_factor/totp",
    access: "self",
    signed_in: true,
    summary:
      "Confirm the authenticator app by a first code. Answers with ten recovery codes, shown this once, where there are none yet.",
    body: z.object({ code: text(LIMITS.second_code_max).min(1) }),
    response: recoveryCodes,
    errors: ["signed_in_only", "second_step_code", "totp_not_begun", "too_many_attempts"],
  }),
  totpRemove: endpoint({
    name: "totpRemove",
    method: "POST",
    path: "/v1/plat/user/second_factor/totp/remove",
    access: "self",
    signed_in: true,
    summary: "Remove the authenticator app; with the last second factor the recovery codes go, too.",
    body: proof,
    response: z.null(),
    errors: [...PROOF_ERRORS, "second_factor_missing"],
  }),
  recoveryCodesMake: endpoint({
    name: "recoveryCodesMake",
    method: "POST",
    path: "/v1/plat/user/second_factor/recovery_codes",
    access: "self",
    signed_in: true,
    summary: "Make ten recovery codes in place of those before. They are shown this once; each is good once.",
    body: proof,
    response: recoveryCodes,
    errors: [...PROOF_ERRORS, "second_factor_missing"],
  }),
  secondStepGet: endpoint({
    name: "secondStepGet",
    method: "GET",
    path: "/v1/plat/user/login/second",
    access: "public",
    summary: "By what the sign-in that is under way in this browser may be finished, and until when.",
    response: z.object({
      methods: z.array(z.enum(SECOND_STEPS)),
      /** Whether one of their passkeys does: they sign in with it as with one alone. */
      passkey: z.boolean(),
      expires_at: time,
    }),
    errors: ["second_step_over"],
  }),
  secondStepCode: endpoint({
    name: "secondStepCode",
    method: "POST",
    path: "/v1/plat/user/login/second",
    access: "public",
    summary:
      "Finish a sign-in by a code of the authenticator app or by a recovery code; blanks and hyphens in it do not count. Answers with the session cookie.",
    body: z.object({ method: z.enum(SECOND_STEPS), code: text(LIMITS.second_code_max).min(1) }),
    response: userInfo,
    errors: [
      "second_step_over",
      "second_step_code",
      "too_many_attempts",
      "user_approving",
      "user_rejected",
      "user_expired",
      "user_disabled",
    ],
  }),
};
