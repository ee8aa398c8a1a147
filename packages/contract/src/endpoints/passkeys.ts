import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { keyName, rule } from "../rules.ts";
import { id, time, userInfo } from "../shapes.ts";
import { PASSKEY_TRANSPORTS } from "../states.ts";
import { proof, PROOF_ERRORS } from "./proof.ts";

export const passkey = z.object({
  passkey_id: id,
  name: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
  /** The host name that it was made for and is good for (WebAuthn's RP ID). */
  rp_id: z.string(),
});
export type Passkey = z.output<typeof passkey>;

/**
 * What goes to the browser's own calls and comes from them keeps the names and shapes that W3C WebAuthn gave it
 * (§5.1.8 to §5.1.10 of Level 3), so that nobody translates between the two.
 */
const base64url = (max: number) =>
  z
    .string()
    .min(1, rule("required"))
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, rule("base64url_format"));
const credentialId = base64url(LIMITS.passkey_id_max);
const part = base64url(LIMITS.passkey_part_max);
const type = z.literal("public-key");
const transports = z.array(z.enum(PASSKEY_TRANSPORTS));

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(z.object({ id: z.string(), type, transports: transports.optional() })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
});
const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    // Those that nobody knows yet are nothing to fail of.
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
});
const shownCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: base64url(100).nullish(),
  }),
});
export type NewCredential = z.output<typeof newCredential>;
export type ShownCredential = z.output<typeof shownCredential>;

const ofOne = z.object({ passkey_id: id });

/** Passkeys (W3C WebAuthn): keys that a device keeps for this server, and gives only to who unlocks it. */
export const passkeyEndpoints = {
  passkeyBegin: endpoint({
    name: "passkeyBegin",
    method: "POST",
    path: "/v1/plat/user/second_factor/passkeys/begin",
    access: "self",
    signed_in: true,
    summary:
      "Begin to add a passkey: what the browser makes one by, good once and for 5 minutes. Asks for the password again; who has none must have signed in within 10 minutes.",
    body: proof,
    response: z.object({ options: creationOptions }),
    errors: [...PROOF_ERRORS, "passkey_limit", "passkeys_unavailable"],
  }),
  passkeyAdd: endpoint({
    name: "passkeyAdd",
    method: "POST",
    path: "/v1/plat/user/second_factor/passkeys",
    access: "self",
    signed_in: true,
    summary:
      "Add the passkey that the browser has made. From then on signing in by a password or a provider takes a second step. Answers with ten recovery codes, shown this once, where there are none yet.",
    body: z.object({ name: keyName, credential: newCredential }),
    response: z.object({ passkey, recovery_codes: z.array(z.string()) }),
    errors: ["signed_in_only", "passkey_over", "passkey_refused", "passkey_exists", "passkey_limit"],
  }),
  passkeyRename: endpoint({
    name: "passkeyRename",
    method: "PUT",
    path: "/v1/plat/user/second_factor/passkeys/{passkey_id}",
    access: "self",
    signed_in: true,
    summary: "Call one of one's own passkeys something else.",
    params: ofOne,
    body: z.object({ name: keyName }),
    response: passkey,
    errors: ["signed_in_only", "passkey_not_found"],
  }),
  passkeyRemove: endpoint({
    name: "passkeyRemove",
    method: "POST",
    path: "/v1/plat/user/second_factor/passkeys/{passkey_id}/remove",
    access: "self",
    signed_in: true,
    summary: "Remove one of one's own passkeys; with the last second factor the recovery codes go, too.",
    params: ofOne,
    body: proof,
    response: z.null(),
    errors: [...PROOF_ERRORS, "passkey_not_found"],
  }),
  passkeySignInBegin: endpoint({
    name: "passkeySignInBegin",
    method: "POST",
    path: "/v1/plat/user/login/passkey/begin",
    access: "public",
    summary:
      "Begin to sign in with a passkey: what the browser asks for one by, and a cookie that ties it to this browser. Good once and for 5 minutes.",
    response: z.object({ options: requestOptions }),
    errors: ["too_many_attempts", "passkeys_unavailable"],
  }),
  passkeySignIn: endpoint({
    name: "passkeySignIn",
    method: "POST",
    path: "/v1/plat/user/login/passkey",
    access: "public",
    summary:
      "Sign in with a passkey, which is both steps: the device, and what unlocks it. Answers with the session cookie.",
    body: z.object({ credential: shownCredential }),
    response: userInfo,
    errors: [
      "passkey_over",
      "passkey_refused",
      "too_many_attempts",
      "user_approving",
      "user_rejected",
      "user_expired",
      "user_disabled",
    ],
  }),
};
