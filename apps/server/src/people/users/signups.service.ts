import { AUTH_TYPES, LIMITS, UdtError, type RuntimeSettings, type UiLanguage, type UserState } from "@udt/contract";
import { Attempts } from "../../platform/attempts.ts";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { AccountWaiting } from "./account-waiting.ts";
import { expiryFor } from "./expiry.ts";
import { namesLike } from "./free-names.ts";
import type { AccountMail } from "./mail/account-mail.ts";
import { sendWithin } from "./mail/send-within.ts";
import { hashPassword, isPassword, judgePassword } from "./passwords.ts";
import * as signups from "./signups.repository.ts";
import { registeredWith } from "./unconfirmed.ts";
import * as repository from "./users.repository.ts";
import type { UsersService } from "./users.service.ts";

const SIGNUPS_PER_ADDRESS = 10;
const RESENDS_PER_ADDRESS = 10;
const LINKS_PER_ADDRESS = 20;
const PASSWORDS_PER_MAILBOX = 10;
const MAILS_OF_ADDRESS_TO_MAILBOX = 3;
const MAILS_TO_MAILBOX = 10;

export interface SignupsNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  mail: AccountMail;
  waiting: Pick<AccountWaiting, "tokenOf">;
  /** What administrators say of registration now. */
  runtime: { readonly values: RuntimeSettings };
  /** A mail that was to be sent after the answer was given. */
  onError: (error: unknown) => void;
}

interface Registration {
  email: string;
  user_name: string;
  password: string;
}
interface Confirmation {
  token: string;
  password?: string | undefined;
  new_password?: string | undefined;
}
type Person = Omit<Registration, "password"> & { password_hash: string; language: UiLanguage | null };
type NewState = Extract<UserState, "approving" | "approved">;
/** The name is another than was asked for where somebody took that meanwhile. */
interface NewAccount {
  state: NewState;
  user_name: string;
  token: string | null;
}

/**
 * Registration. Where the server sends mail, an account is made once its address was confirmed, and nothing before that
 * tells a stranger whose addresses have one; elsewhere it is made at once.
 */
export class SignupsService {
  readonly #needs: SignupsNeeds;
  readonly #asked: Attempts;
  readonly #resent: Attempts;
  readonly #tried: Attempts;
  readonly #guessed: Attempts;
  readonly #mailedBy: Attempts;
  readonly #mailed: Attempts;
  readonly #underWay = new Set<Promise<void>>();
  constructor(needs: SignupsNeeds) {
    this.#needs = needs;
    this.#asked = new Attempts(needs.clock, SIGNUPS_PER_ADDRESS);
    this.#resent = new Attempts(needs.clock, RESENDS_PER_ADDRESS);
    this.#tried = new Attempts(needs.clock, LINKS_PER_ADDRESS);
    this.#guessed = new Attempts(needs.clock, PASSWORDS_PER_MAILBOX);
    this.#mailedBy = new Attempts(needs.clock, MAILS_OF_ADDRESS_TO_MAILBOX);
    // No longer than a link is good: while a mailbox gets no more of them, one that came before makes its owner's account.
    this.#mailed = new Attempts(needs.clock, MAILS_TO_MAILBOX, LIMITS.signup_link_ms);
  }

  /**
   * Registers; an administrator approves before the first sign-in, unless they have said that nobody need.
   * @throws UdtError signup_closed, too_many_attempts, invalid_param, password_common, nickname_exists; mailbox_exists where
   *   no mail is sent
   */
  async signUp(
    { password, ...asked }: Registration,
    language: UiLanguage,
    ip: string,
  ): Promise<{ token: string | null }> {
    const { signup_open, strong_passwords } = this.#needs.runtime.values;
    if (!signup_open) throw new UdtError("signup_closed");
    this.#asked.take(addressKey(ip));
    await judgePassword(password, "password", strong_passwords);
    const person = { ...asked, language, password_hash: await hashPassword(password) };
    if (!this.#needs.mail.isReady) return { token: await this.#makeAtOnce(person, ip) };
    await this.#keep(person, ip);
    return { token: null };
  }

  async #makeAtOnce(person: Person, ip: string): Promise<string | null> {
    const { bus, audit } = this.#needs;
    const account = this.#account(newId(), person);
    await bus.transaction(async (tx, announce) => {
      const { email, user_name } = person;
      if (!(await repository.insertUserIfFree(tx, account))) {
        // The nickname first: who asks for a taken one learns of no mailbox, and has made no account either.
        const isNameTaken = await repository.isNameTaken(tx, user_name);
        throw new UdtError(isNameTaken ? "nickname_exists" : "mailbox_exists");
      }
      await audit.write(tx, { action: "user.signup", ip, target: email, detail: { user_name } });
      announce(null, { type: "accounts.changed" });
    });
    return this.#tokenOf(account);
  }

  /** For who has to wait. */
  #tokenOf = ({ user_id, state }: { user_id: string; state: UserState }): string | null =>
    state === "approving" ? this.#needs.waiting.tokenOf(user_id) : null;

  /** Keeps a registration until its address is confirmed: that of a taken one, too, so that all else goes the same way. */
  async #keep({ language, ...person }: Person & { language: UiLanguage }, ip: string): Promise<void> {
    const { database, clock, audit } = this.#needs;
    const { email, user_name } = person;
    const row = { ...person, signup_id: newId(), caller: addressKey(ip), created_at: clock.now() };
    const kept = await database.transaction(async (tx) => {
      if (await repository.isNameTaken(tx, user_name)) throw new UdtError("nickname_exists");
      await audit.write(tx, { action: "user.signup_ask", ip, target: email, detail: { user_name } });
      return signups.putSignup(tx, row);
    });
    if (kept) this.#later(() => this.#tell(kept, language, ip));
  }

  /**
   * Mails another link. Whether there is something to confirm is told by nothing: the answer is given before it is looked
   * for.
   * @throws UdtError mail_not_set, too_many_attempts
   */
  resend(given: { email: string; password: string }, language: UiLanguage, ip: string): void {
    if (!this.#needs.mail.isReady) throw new UdtError("mail_not_set");
    this.#resent.take(addressKey(ip));
    this.#later(async () => {
      const found = await registeredWith(this.#needs.database.db, { ...given, ip });
      if (found) await this.#tell(found, language, ip);
    });
  }

  /** Tells the mailbox of a registration, in bounds: for each who asks, so that nobody uses up another's, and for all. */
  async #tell({ signup_id, email }: signups.SignupRow, language: UiLanguage, ip: string): Promise<void> {
    const { database, clock, mail } = this.#needs;
    const holder = await repository.findUserByEmail(database.db, email);
    const mailbox = email.toLowerCase();
    const bounds = [() => this.#mailedBy.take(`${mailbox} ${addressKey(ip)}`), () => this.#mailed.take(mailbox)];
    await sendWithin(bounds, async () => {
      // Of a taken address, too, though nobody is mailed it: a registration stays as long as its links.
      const secret = newSecret();
      const ends_at = clock.now() + LIMITS.signup_link_ms;
      await signups.insertLink(database.db, { token_hash: hashSecret(secret), signup_id, ends_at });
      return holder ? mail.taken(holder.email, holder.language ?? language) : mail.confirm(email, secret, language);
    });
  }

  /**
   * Makes the account, which is whose the mailbox is. They say which registration was theirs by its password, or set one
   * anew: so nobody who registers another's address has an account, or its password, by the other's click.
   * @throws UdtError signup_link_over, password_required, wrong_password, invalid_param, password_common, too_many_attempts
   */
  async confirm(given: Confirmation, language: UiLanguage, ip: string): Promise<NewAccount> {
    const { database, bus, clock } = this.#needs;
    this.#tried.take(addressKey(ip));
    const linked = await signups.findByLink(database.db, hashSecret(given.token), clock.now());
    if (!linked || (await repository.findUserByEmail(database.db, linked.email)))
      throw new UdtError("signup_link_over");
    const person = await this.#confirmed(linked, given, ip);
    return bus.transaction(async (tx, announce) => {
      const isThere = await signups.holdSignup(tx, linked.signup_id);
      const made = isThere && (await this.#make({ tx, announce }, { ...person, language }, { ip }, "link"));
      if (!made) throw new UdtError("signup_link_over");
      // A stranger's stays until it ends: from its going they would learn that there is an account now.
      const isTheirs = given.new_password === undefined || linked.caller === addressKey(ip);
      if (isTheirs) await signups.deleteSignup(tx, person.signup_id);
      return made;
    });
  }

  /** The registration whose account it is to be, by who has the link. */
  async #confirmed(linked: signups.SignupRow, { password, new_password }: Confirmation, ip: string) {
    const { database, runtime } = this.#needs;
    if (new_password !== undefined) {
      await judgePassword(new_password, "new_password", runtime.values.strong_passwords);
      return { ...linked, password_hash: await hashPassword(new_password) };
    }
    if (password === undefined) throw new UdtError("password_required");
    // Not as a sign-in's: with those strangers could keep the mailbox's owner out.
    this.#guessed.take(linked.email.toLowerCase());
    const isTheirs = await isPassword(password, linked.password_hash);
    const found = isTheirs ? linked : await registeredWith(database.db, { email: linked.email, password, ip });
    if (!found) throw new UdtError("wrong_password");
    return found;
  }

  /** An administrator vouches for the address. @throws UdtError signup_not_found, mailbox_exists */
  async admit(by: Actor, signup_id: string): Promise<Omit<NewAccount, "token">> {
    return this.#needs.bus.transaction(async (tx, announce) => {
      const row = await signups.holdSignup(tx, signup_id);
      if (!row) throw new UdtError("signup_not_found", { signup_id });
      const made = await this.#make({ tx, announce }, { ...row, language: null }, by, "administrator");
      if (!made) throw new UdtError("mailbox_exists");
      await signups.deleteSignup(tx, signup_id);
      const { state, user_name } = made;
      return { state, user_name };
    });
  }

  async list(query: { keyword: string; page_num: number; page_size: number }) {
    const { rows, total } = await signups.listSignups(this.#needs.database.db, query);
    const { page_num, page_size } = query;
    const list = rows.map(({ links_end_at, ...row }) => ({
      ...row,
      ends_at: Math.max(row.created_at + LIMITS.signup_waits_ms, links_end_at),
    }));
    return { list, total, page_num, page_size };
  }

  /**
   * Lets go what nobody confirmed in time. Where no mail is sent any more nobody can: then the newest of each address counts,
   * as if it were made now, and nothing is while registration is closed.
   */
  async settle(): Promise<void> {
    const { database, bus, clock, mail, runtime } = this.#needs;
    const now = clock.now();
    await signups.deleteSignupsBefore(database.db, now - LIMITS.signup_waits_ms, now);
    if (mail.isReady || !runtime.values.signup_open) return;
    for (const { signup_id } of await signups.allSignups(database.db)) {
      await bus.transaction(async (tx, announce) => {
        const row = await signups.holdSignup(tx, signup_id);
        if (!row) return;
        await this.#make({ tx, announce }, { ...row, language: null }, { ip: "" }, "no_mail_server");
        await signups.deleteSignup(tx, signup_id);
      });
    }
  }

  /** Resolves when the mails that were asked for are sent, or given up. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /**
   * The account of a registration whose address is confirmed; undefined when somebody has the address. Others'
   * registrations of it wait on, and come to nothing.
   */
  async #make(
    { tx, announce }: { tx: Queries; announce: Announce },
    { email, user_name, password_hash, language }: Person,
    by: Pick<Actor, "ip"> & Partial<Actor>,
    confirmed_by: "link" | "administrator" | "no_mail_server",
  ): Promise<NewAccount | undefined> {
    const user_id = newId();
    for (const name of namesLike(user_name, user_id)) {
      const account = this.#account(user_id, { email, user_name: name, password_hash, language });
      if (await repository.insertUserIfFree(tx, account)) {
        const detail = { user_name: name, confirmed_by };
        await this.#needs.audit.write(tx, { action: "user.signup", ...by, target: email, detail });
        announce(null, { type: "accounts.changed" });
        return { state: account.state, user_name: name, token: this.#tokenOf(account) };
      }
      // Then it was not the name.
      if (await repository.findUserByEmail(tx, email)) return undefined;
    }
    return undefined;
  }

  #account(user_id: string, person: Person) {
    const { clock, runtime } = this.#needs;
    const { signup_approval, default_expiry_days } = runtime.values;
    const state: NewState = signup_approval ? "approving" : "approved";
    const expires_at = signup_approval ? null : expiryFor(default_expiry_days, clock.now());
    return { user_id, ...person, auth_type: AUTH_TYPES.email, state, expires_at, created_at: clock.now() };
  }

  /** After the answer, which must not tell by how long it takes. */
  #later(work: () => Promise<void>): void {
    const doing = work()
      .catch(this.#needs.onError)
      .finally(() => this.#underWay.delete(doing));
    this.#underWay.add(doing);
  }
}
