import { passkeyEndpoints } from "@udt/contract/endpoints/passkeys";
import { api } from "../../lib/api/api.ts";
import { showPasskey } from "../../lib/passkeys/ceremony.ts";

/** Signs in with a passkey. Loaded by who does so. @throws PasskeyFault, ApiError */
export async function enterByPasskey() {
  const { options } = await api.call(passkeyEndpoints.passkeySignInBegin, {});
  return api.call(passkeyEndpoints.passkeySignIn, { body: { credential: await showPasskey(options) } });
}
