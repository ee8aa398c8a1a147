import { Attempts } from "../../platform/attempts.ts";
import type { ServerClock } from "../../platform/clock.ts";
import { addressKey } from "../../platform/http/addresses.ts";

const TRIES_OF_ADDRESS_AT_ACCOUNT = 10;
const TRIES_OF_ADDRESS = 100;
const TRIES_AT_ACCOUNT = 100;

/**
 * Bounds failed sign-ins: few of one address at one account, more of one address in all, and as many at one account from all
 * addresses together. What an address tries beyond its own few does not count against the account, so that one that guesses
 * on and on never locks its owner out elsewhere.
 */
export class SignInThrottle {
  readonly #pairs: Attempts;
  readonly #addresses: Attempts;
  readonly #accounts: Attempts;
  constructor(clock: ServerClock) {
    this.#pairs = new Attempts(clock, TRIES_OF_ADDRESS_AT_ACCOUNT);
    this.#addresses = new Attempts(clock, TRIES_OF_ADDRESS);
    this.#accounts = new Attempts(clock, TRIES_AT_ACCOUNT);
  }

  /** Counts a try, of an account that exists or not. Returns how to take it back. @throws UdtError too_many_attempts */
  take(email: string, ip: string): () => void {
    const [account, address] = [email.trim().toLowerCase(), addressKey(ip)];
    const undo = [
      this.#addresses.take(address),
      this.#pairs.take(`${account} ${address}`),
      this.#accounts.take(account),
    ];
    return () => undo.forEach((each) => each());
  }
}
