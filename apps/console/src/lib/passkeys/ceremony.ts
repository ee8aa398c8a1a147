import type { DataOf, NewCredential, ShownCredential } from "@udt/contract";
import type { passkeyEndpoints } from "@udt/contract/endpoints/passkeys";

export type PasskeyFaultKind = "cancelled" | "exists" | "unfit" | "device";

/** Why browser or device gave no passkey. The server was not asked. */
export class PasskeyFault extends Error {
  readonly kind: PasskeyFaultKind;
  constructor(kind: PasskeyFaultKind, cause: unknown) {
    super(`passkey: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Loaded by who uses a passkey: nobody else waits for it. */
const library = () => import("@simplewebauthn/browser");

type CreationOptions = DataOf<typeof passkeyEndpoints.passkeyBegin>["options"];
type RequestOptions = DataOf<typeof passkeyEndpoints.passkeySignInBegin>["options"];

/** Has the browser make a passkey, which its owner unlocks a device for. @throws PasskeyFault */
export async function makePasskey({ excludeCredentials, ...options }: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await library();
  try {
    const known = excludeCredentials.map(({ transports = [], ...one }) => ({ ...one, transports }));
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: { ...options, excludeCredentials: known },
    });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  } catch (error) {
    throw faultOf(error);
  }
}

/** Has the browser ask its owner for one of this server's passkeys. @throws PasskeyFault */
export async function showPasskey(options: RequestOptions): Promise<ShownCredential> {
  const { startAuthentication } = await library();
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  } catch (error) {
    throw faultOf(error);
  }
}

/** The library names what the specification lets one conclude from a browser's error. */
const KINDS: Record<string, PasskeyFaultKind> = {
  ERROR_CEREMONY_ABORTED: "cancelled",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "exists",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "unfit",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "unfit",
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: "unfit",
};

function faultOf(error: unknown): PasskeyFault {
  const { code = "", name = "" } = error as { code?: string; name?: string };
  // Browsers do not tell whether somebody said no, or time was over, or there was no passkey.
  const kind = KINDS[code] ?? (name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "device");
  return new PasskeyFault(kind, error);
}
