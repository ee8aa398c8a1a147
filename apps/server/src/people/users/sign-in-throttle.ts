import { UdtError } from "@udt/contract";
import { Attempts } from "../../platform/attempts.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import { hashSecret } from "../../platform/ids.ts";
import { addressesOf } from "./users.repository.ts";

const TRIES_OF_ADDRESS_AT_ACCOUNT = 10;
const TRIES_OF_ADDRESS = 100;
const TRIES_AT_ACCOUNT = 100;
/** OWASP ASVS 4.0.3, 2.2.1: no more than 100 failed tries an hour at one account. */
const ACCOUNT_WINDOW_MS = 60 * 60_000;
const TRIES_OF_SESSION = 20;

/**
 * Bounds failed sign-ins: few of one address at one account, more of one address in all, and as many at one account from all
 * addresses together. What an address tries beyond its own few does not count against the account, so that one that guesses
 * on and on never locks its owner out elsewhere; and where the owner is signed in already, however many others guess do not.
 */
export class SignInThrottle {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #pairs: Attempts;
  readonly #addresses: Attempts;
  readonly #accounts: Attempts;
  readonly #sessions: Attempts;
  constructor(database: Database, clock: ServerClock) {
    this.#database = database;
    this.#clock = clock;
    this.#pairs = new Attempts(clock, TRIES_OF_ADDRESS_AT_ACCOUNT);
    this.#addresses = new Attempts(clock, TRIES_OF_ADDRESS);
    this.#accounts = new Attempts(clock, TRIES_AT_ACCOUNT, ACCOUNT_WINDOW_MS);
    this.#sessions = new Attempts(clock, TRIES_OF_SESSION, ACCOUNT_WINDOW_MS);
  }

  /** Counts a try, of an account that exists or not. Returns how to take it back. @throws UdtError too_many_attempts */
  async take(email: string, ip: string): Promise<() => void> {
    const [account, address] = [email.trim().toLowerCase(), addressKey(ip)];
    const undo = this.#takePair(account, address);
    try {
      undo.push(this.#accounts.take(account));
    } catch (error) {
      if (!(error instanceof UdtError) || !(await this.#isKnown(account, address))) throw error;
    }
    return () => undo.forEach((each) => each());
  }

  /**
   * The same of somebody who is signed in, and proves themselves once more. They have tries of their own: they must not be
   * kept from changing their password by whoever guesses it.
   */
  takeSigned(email: string, ip: string, session_hash: string): () => void {
    const undo = [...this.#takePair(email.trim().toLowerCase(), addressKey(ip)), this.#sessions.take(session_hash)];
    return () => undo.forEach((each) => each());
  }

  /** The same of a passkey, which nobody can guess: it counts against no account. */
  takePasskey(credential_id: string, ip: string): () => void {
    const undo = this.#takePair(`passkey ${hashSecret(credential_id)}`, addressKey(ip));
    return () => undo.forEach((each) => each());
  }

  #takePair(account: string, address: string): (() => void)[] {
    return [this.#addresses.take(address), this.#pairs.take(`${account} ${address}`)];
  }

  /** Whether somebody is signed in with the account from there. */
  async #isKnown(account: string, address: string): Promise<boolean> {
    const known = await addressesOf(this.#database.db, account, this.#clock.now());
    return known.some((ip) => addressKey(ip) === address);
  }
}
