import { LIMITS, UdtError, type UiLanguage } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import { hashSecret, newSecret } from "../../platform/ids.ts";
import { Attempts } from "../../platform/attempts.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { AccountMail } from "./mail/account-mail.ts";
import { sendWithin } from "./mail/send-within.ts";
import { hashPassword, judgePassword } from "./passwords.ts";
import * as links from "./password-links.repository.ts";
import { setPassword } from "./passwords.repository.ts";
import * as repository from "./users.repository.ts";
import type { UsersService } from "./users.service.ts";

const ASKED_PER_ADDRESS = 10;
const MAILS_PER_USER = 3;
const LINKS_PER_ADDRESS = 20;

interface ForgottenPasswordNeeds {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  mail: AccountMail;
  runtime: { readonly values: { strong_passwords: boolean } };
  /** A look for the account that failed after the answer was given. */
  onError: (error: unknown) => void;
}

/** A new password for who forgot theirs, by a link that is mailed to them. */
export class ForgottenPasswords {
  readonly #needs: ForgottenPasswordNeeds;
  readonly #asked: Attempts;
  readonly #mailed: Attempts;
  readonly #tried: Attempts;
  readonly #underWay = new Set<Promise<void>>();
  constructor(needs: ForgottenPasswordNeeds) {
    this.#needs = needs;
    this.#asked = new Attempts(needs.clock, ASKED_PER_ADDRESS);
    // No longer than a link is good: while somebody gets no more of them, one that came before sets their password.
    this.#mailed = new Attempts(needs.clock, MAILS_PER_USER, LIMITS.password_link_ms);
    this.#tried = new Attempts(needs.clock, LINKS_PER_ADDRESS);
  }

  /**
   * Mails a link to who may sign in by this address and a password. Whether there is somebody is told by nothing: the
   * answer is given before it is looked for.
   * @throws UdtError mail_not_set, too_many_attempts
   */
  ask(email: string, language: UiLanguage, ip: string): void {
    if (!this.#needs.mail.isReady) throw new UdtError("mail_not_set");
    this.#asked.take(addressKey(ip));
    const sending = this.#mail(email, language)
      .catch(this.#needs.onError)
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  async #mail(email: string, language: UiLanguage): Promise<void> {
    const { database, clock, users, mail } = this.#needs;
    const found = await repository.findUserByEmail(database.db, email);
    if (!found || found.password_hash === "" || !(await users.active(found.user_id))) return;
    await sendWithin([() => this.#mailed.take(found.user_id)], async () => {
      const secret = newSecret();
      const now = clock.now();
      const link = { token_hash: hashSecret(secret), expires_at: now + LIMITS.password_link_ms };
      await links.insertLink(database.db, { user_id: found.user_id, ...link }, now);
      // Who asks need not be who it is for.
      return mail.forgotten(found.email, secret, found.language ?? language);
    });
  }

  /**
   * Sets the password of whom the link was mailed to, and ends their sessions and their API keys: somebody else may have
   * known the one before.
   * @throws UdtError too_many_attempts, invalid_param, password_common, password_link_over
   */
  async set(given: { token: string; new_password: string }, language: UiLanguage, ip: string): Promise<void> {
    const { database, clock, audit, users, mail, runtime } = this.#needs;
    this.#tried.take(addressKey(ip));
    await judgePassword(given.new_password, "new_password", runtime.values.strong_passwords);
    const password_hash = await hashPassword(given.new_password);
    const { user, ended } = await database.transaction(async (tx) => {
      const token_hash = hashSecret(given.token);
      const holder = await links.userOfLink(tx, token_hash, clock.now());
      // Looked for again once nobody else sets their password: whoever did has ended all of their links.
      if (holder !== undefined) await repository.holdUser(tx, holder);
      const user_id = await links.userOfLink(tx, token_hash, clock.now());
      const done = user_id === undefined ? undefined : await setPassword(tx, user_id, password_hash);
      if (!done) throw new UdtError("password_link_over");
      const detail = { sessions: done.ended.sessions.length, keys: done.ended.keys.length };
      await audit.write(tx, { action: "user.password_by_mail", ip, target: done.user.email, detail });
      return done;
    });
    for (const hash of [...ended.sessions, ...ended.keys]) users.loginSessionEnded.emit(hash);
    mail.changed(user, "password", language);
  }

  /** Resolves when the mails that were asked for are sent, or given up. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
