import type { CDPSession, Page } from "playwright-core";

/** A device within the browser that keeps passkeys, and is unlocked as soon as it is asked (Chromium's own stand-in). */
export class PasskeyDevice {
  readonly #session: CDPSession;
  readonly #id: string;
  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** It belongs to the page, whatever is loaded there. */
  static async plugInto(page: Page): Promise<PasskeyDevice> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new PasskeyDevice(session, authenticatorId);
  }

  /** For which host names it keeps how many. */
  async kept(): Promise<(string | undefined)[]> {
    const { credentials } = await this.#session.send("WebAuthn.getCredentials", { authenticatorId: this.#id });
    return credentials.map(({ rpId }) => rpId);
  }

  /** Whether its owner unlocks it when it asks. */
  async unlocks(isUserVerified: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified });
  }

  /** Forgets all that it keeps. */
  async clear(): Promise<void> {
    await this.#session.send("WebAuthn.clearCredentials", { authenticatorId: this.#id });
  }
}

/** A server's address by the name that this machine's browsers may keep passkeys for. */
export const byName = <Server extends { url: string; port: number }>(udt: Server): Server => ({
  ...udt,
  url: udt.url.replace("127.0.0.1", "localhost"),
});
