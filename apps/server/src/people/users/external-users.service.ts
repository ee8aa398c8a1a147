import { AUTH_TYPES, LIMITS, UdtError, type RuntimeSettings } from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Origin } from "../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import { expiryFor } from "./expiry.ts";
import { namesLike } from "./free-names.ts";
import * as identities from "./identities.repository.ts";
import * as repository from "./users.repository.ts";
import type { LoginSessionStart, StepStart, UsersService } from "./users.service.ts";

/** Somebody, as a provider proved. */
export interface ExternalPerson extends identities.IdentityKey {
  /** What they are called there; may be empty. */
  name: string;
  /** Only what the provider itself has verified: anybody may claim an address. */
  verified_email: string | undefined;
}

export interface ExternalUsersDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  /** What administrators say of new accounts now. */
  runtime: { readonly values: RuntimeSettings };
}

/** People whose identity somebody else proves: finding, making and letting them in; and the tickets that carry a sign-in over. */
export class ExternalUsersService {
  readonly #needs: ExternalUsersDependencies;
  constructor(needs: ExternalUsersDependencies) {
    this.#needs = needs;
  }

  /**
   * The user of an identity; a new one is made at the first sign-in.
   *
   * An address that the provider verified may belong to a user already. That user is linked only when they too came by a
   * provider (`auth_type` 3) and this provider does not know them as somebody else:
   * - A password account's address was never verified here. Linking would let whoever registered somebody else's address
   *   beforehand share the account of its owner; and it would let a provider's administrator become an internal account.
   * - A second subject of the same provider with the address of the first is a mailbox that was handed on: a new person.
   * @throws UdtError mailbox_exists
   */
  async resolve(person: ExternalPerson, ip: string): Promise<string> {
    const { bus, clock, audit } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      const known = await identities.findUserByIdentity(tx, person);
      const now = clock.now();
      if (known) {
        await identities.touchIdentity(tx, person, now);
        return known.user_id;
      }
      const email = person.verified_email ?? "";
      const holder = email === "" ? undefined : await repository.findUserByEmail(tx, email);
      if (holder) {
        const mayLink =
          holder.auth_type === AUTH_TYPES.external && !(await identities.hasIdentityOf(tx, holder.user_id, person));
        if (!mayLink || !(await identities.insertIdentityIfFree(tx, person, holder.user_id, now))) {
          throw new UdtError("mailbox_exists");
        }
        return holder.user_id;
      }
      const user_id = await this.#make(tx, person, email, now);
      announce(null, { type: "accounts.changed" });
      await audit.write(tx, {
        action: "user.signup",
        ip,
        target: email,
        detail: { kind: person.kind, user_name: person.name },
      });
      return user_id;
    });
  }

  /** A session for somebody that a provider proved. @throws UdtError as a sign-in with a password */
  async signIn(
    person: ExternalPerson,
    origin: Origin,
    oldToken: string | undefined,
  ): Promise<LoginSessionStart | StepStart> {
    const user_id = await this.resolve(person, origin.ip);
    return this.#needs.users.startSession(user_id, origin, oldToken, { detail: { kind: person.kind } });
  }

  /**
   * A ticket for a session of this user.
   * @param session_hash The session that asks: what the ticket is exchanged for counts from its sign-in.
   * @throws UdtError when they may not sign in now
   */
  async issueTicket(user_id: string, session_hash?: string): Promise<{ ticket: string; expires_at: number }> {
    const { database, clock, users } = this.#needs;
    await users.mustBeAdmitted(user_id);
    const ticket = newSecret();
    const expires_at = clock.now() + LIMITS.ticket_ms;
    await identities.deleteExpiredTickets(database.db, clock.now());
    const signed_in_at = session_hash === undefined ? null : await users.signedInAt(session_hash);
    // It may have ended since the call was let in.
    if (session_hash !== undefined && signed_in_at === null) throw new UdtError("invalid_session");
    const ticket_hash = hashSecret(ticket);
    await identities.insertTicket(database.db, { ticket_hash, user_id, expires_at, signed_in_at, session_hash });
    return { ticket, expires_at };
  }

  /** Exchanges a ticket for a session, once. @throws UdtError sign_in_ticket, and as a sign-in with a password */
  async redeem(ticket: string, origin: Origin, oldToken: string | undefined): Promise<LoginSessionStart | StepStart> {
    const { database, clock, users } = this.#needs;
    const found = await identities.takeTicket(database.db, hashSecret(ticket), clock.now());
    if (!found) throw new UdtError("sign_in_ticket");
    const detail = { kind: "ticket" };
    const { user_id, signed_in_at, session_hash } = found;
    if (signed_in_at === null || session_hash === null)
      return users.startSession(user_id, origin, oldToken, { detail });
    return users.startSession(user_id, origin, oldToken, {
      detail,
      signed_in_at,
      // A session did the second step when it began; one that is over since proves nothing.
      prove: async (tx) => {
        if ((await repository.sessionBegin(tx, session_hash)) === null) throw new UdtError("sign_in_ticket");
      },
    });
  }

  async #make(tx: Queries, person: ExternalPerson, email: string, now: number): Promise<string> {
    const { signup_approval, default_expiry_days } = this.#needs.runtime.values;
    const user_id = newId();
    const base = cleanName(person.name) || person.kind;
    for (const user_name of namesLike(base, user_id)) {
      const made = await repository.insertUserIfFree(tx, {
        user_id,
        email,
        user_name,
        auth_type: AUTH_TYPES.external,
        // No password fits: there is none to guess.
        password_hash: "",
        state: signup_approval ? "approving" : "approved",
        expires_at: signup_approval ? null : expiryFor(default_expiry_days, now),
        created_at: now,
      });
      if (!made) continue;
      // Of two first sign-ins at one moment, the second waits for the first here and then undoes its own user.
      if (!(await identities.insertIdentityIfFree(tx, person, user_id, now))) break;
      return user_id;
    }
    throw new UdtError("sign_in_state");
  }
}

/** Without what cannot be stored or seen. */
const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    .trim();
