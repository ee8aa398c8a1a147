import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { LIMITS, PASSKEY_TRANSPORTS, UdtError, type NewCredential, type ShownCredential } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { newSecret } from "../../platform/ids.ts";
import type { PasskeyPlace } from "./passkey-place.ts";
import * as repository from "./passkeys.repository.ts";

/** EdDSA, ES256 and RS256: what devices know; in the order of preference. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** Any of these proves nothing, and nobody learns which it was. */
const refused = () => new UdtError("passkey_refused");
const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

/** What is asked of devices, and whether their answers are right. */
export class PasskeyCeremonies {
  readonly #needs: { database: Database; clock: ServerClock; place: () => PasskeyPlace | undefined };
  constructor(needs: { database: Database; clock: ServerClock; place: () => PasskeyPlace | undefined }) {
    this.#needs = needs;
  }

  /** @throws UdtError passkeys_unavailable */
  get place(): PasskeyPlace {
    const place = this.#needs.place();
    if (!place) throw new UdtError("passkeys_unavailable");
    return place;
  }

  /** A challenge for this holder alone, in place of an earlier one. */
  async challenge(ceremony: repository.Ceremony, holder_hash: string): Promise<string> {
    const { database, clock } = this.#needs;
    const now = clock.now();
    const challenge = newSecret();
    const expires_at = now + LIMITS.passkey_challenge_ms;
    await repository.putChallenge(database.db, { ceremony, holder_hash, challenge, expires_at }, now);
    return challenge;
  }

  /** The holder's challenge, which is used up by it, whatever comes of the answer. @throws UdtError passkey_over */
  async take(ceremony: repository.Ceremony, holder_hash: string): Promise<string> {
    const { database, clock } = this.#needs;
    const challenge = await repository.takeChallenge(database.db, ceremony, holder_hash, clock.now());
    if (challenge === undefined) throw new UdtError("passkey_over");
    return challenge;
  }

  /** What is to be kept of a new credential. @throws UdtError passkey_refused */
  async verifyNew(credential: NewCredential, challenge: string) {
    const { origin, rp_id } = this.place;
    const { transports = [], ...response } = credential.response;
    const done = await orRefused(async () => {
      mustBeOurPage(response.clientDataJSON);
      mustBeUnattested(response.attestationObject);
      return verifyRegistrationResponse({
        response: { ...credential, response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rp_id,
        requireUserVerification: true,
        supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
      });
    });
    if (!done.verified) throw refused();
    const { id, publicKey, counter } = done.registrationInfo.credential;
    return {
      credential_id: id,
      public_key: isoBase64URL.fromBuffer(publicKey),
      sign_count: counter,
      rp_id,
      transports: transports.filter((each) => isOneOf(PASSKEY_TRANSPORTS, each)),
    };
  }

  /**
   * The device's new count of uses. One that is not above the last means a copy of the key, and is refused (WebAuthn
   * §6.1.1); devices that do not count stay at 0.
   * @throws UdtError passkey_refused
   */
  async verifyShown(passkey: repository.PasskeyRow, credential: ShownCredential, challenge: string): Promise<number> {
    const { origin, rp_id } = this.place;
    const { userHandle, ...response } = credential.response;
    if (userHandle !== userHandleOf(passkey.user_id)) throw refused();
    const done = await orRefused(async () => {
      mustBeOurPage(response.clientDataJSON);
      return verifyAuthenticationResponse({
        response: { ...credential, response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rp_id,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: isoBase64URL.toBuffer(passkey.public_key),
          counter: passkey.sign_count,
        },
      });
    });
    if (!done.verified) throw refused();
    return done.authenticationInfo.newCounter;
  }
}

/** What devices keep of whose a passkey is: it tells nobody who that is. */
export const userHandleOf = (user_id: string): string => Buffer.from(user_id).toString("base64url");

/** The library throws for all that is not right, and for bytes that are none of these. */
async function orRefused<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw refused();
  }
}

/** A page of another site that shows ours in a frame could have people unlock their device for it. */
function mustBeOurPage(clientDataJSON: string): void {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw refused();
}

/**
 * Browsers take the maker's word out, because none is asked for. What comes with certificates nevertheless is not looked
 * into: to do so the library would fetch lists of revoked ones, past the guard of what leaves the server.
 */
function mustBeUnattested(attestationObject: string): void {
  const attested = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attested.get("fmt");
  const isSelfMade = format === "packed" && attested.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isSelfMade) throw refused();
}
