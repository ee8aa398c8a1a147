import { Emitter } from "@udt/base";
import {
  AUTH_TYPES,
  LIMITS,
  rules,
  UdtError,
  type ErrorName,
  type RuntimeSettings,
  type UiLanguage,
  type UserInfo,
  type UserState,
} from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { gathered } from "../../platform/database/gathered.ts";
import type { CallerUser, Origin } from "../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../platform/ids.ts";
import { StartRefusal, wrongSetting } from "../../platform/operations-page.ts";
import type { AuditService } from "../audit/audit.service.ts";
import { SignInThrottle } from "./sign-in-throttle.ts";
import { setPassword } from "./passwords.repository.ts";
import { hashPassword, isCommonPassword, isPassword } from "./passwords.ts";
import { StaleLoginSessions } from "./stale-login-sessions.ts";
import * as factors from "./second-factor.repository.ts";
import { isRegisteredWith } from "./unconfirmed.ts";
import * as repository from "./users.repository.ts";

export { maySignIn, nameKey, userNameOf } from "./users.repository.ts";

const HOUR_MS = 3_600_000;
const SESSION_MS = LIMITS.session_days * 86_400_000;
/** Not every call shall write: a session is prolonged, and a use noted, at most this often. */
const PROLONG_AFTER_MS = HOUR_MS;
const SEEN_AFTER_MS = 60_000;
const USER_AGENT_MAX = 200;
/** 120 bits, and short enough to be typed. */
const RESET_PASSWORD_LENGTH = 20;

export interface PasswordReset {
  email: string;
  /** Kept nowhere; null for who signs in by a provider and has none. */
  password: string | null;
  state: UserState;
  /** How many have ended. */
  sessions: number;
  /** How many API keys have ended. */
  keys: number;
  /** Whether there were second factors, which are gone, too. */
  second_factor_ended: boolean;
}

/** What was done, and in which language to tell them. */
type Reset = PasswordReset & { language: UiLanguage | null };

export interface LoginSessionStart {
  user: UserInfo;
  /** The cookie's value; only its hash is kept. */
  token: string;
}

/** What administrators say of signing in now. */
export type SignInRules = Pick<RuntimeSettings, "session_max_hours" | "admin_second_factor">;

/** The first step was right, and a second one is to follow. */
export interface StepStart {
  /** The cookie's value, by which the second step knows the first; only its hash is kept. */
  step: string;
}

export interface StartOptions {
  /** How they proved who they are, for the audit log. */
  detail?: Record<string, string>;
  /** When they did, if not now. */
  signed_in_at?: number | undefined;
  /** The hash of the password that they proved it by: it may have been changed since. */
  password_hash?: string;
  /** Proves the second step; throws when it is wrong. Without it a user who has a second factor gets no session yet. */
  prove: (tx: Queries) => Promise<void>;
}

const REFUSAL_OF_STATE: Record<Exclude<UserState, "approved">, ErrorName> = {
  approving: "user_approving",
  rejected: "user_rejected",
  disabled: "user_disabled",
};

/** Why a user may not sign in, if so. */
export function refusalFor(user: repository.UserRow, now: number): ErrorName | undefined {
  if (user.state !== "approved") return REFUSAL_OF_STATE[user.state];
  return user.expires_at !== null && user.expires_at <= now ? "user_expired" : undefined;
}

/** Who is who: signing in and out, and whom a session belongs to. */
export class UsersService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #audit: AuditService;
  /** Bounds wrong passwords and wrong codes alike. */
  readonly throttle: SignInThrottle;
  /** What is compared with the password of an account that does not exist, so that both take the same time. */
  readonly #nobody: Promise<string>;
  /** Says which session ended, on this server; API keys by their hash too. */
  readonly loginSessionEnded = new Emitter<string>();
  /** Somebody may less than before: every open socket is to be judged again. */
  readonly standingChanged = new Emitter<void>();
  /** Which refused sessions browsers may forget. */
  readonly stale: StaleLoginSessions;

  readonly #rules: () => SignInRules;

  readonly #session: (token_hash: string) => Promise<repository.FoundLoginSession | undefined>;
  constructor(database: Database, clock: ServerClock, audit: AuditService, rules: () => SignInRules) {
    this.#rules = rules;
    this.#database = database;
    this.#session = gathered((hashes) => repository.findLoginSessions(database.db, hashes, clock.now()));
    this.#clock = clock;
    this.#audit = audit;
    this.throttle = new SignInThrottle(database, clock);
    this.#nobody = hashPassword(newSecret());
    this.stale = new StaleLoginSessions(clock);
  }

  /**
   * Signs in; a session of the same browser ends. Tries are limited by {@link SignInThrottle}. Only who knows the
   * password learns that the account waits, expired or is disabled; and of a registration that its address is to be
   * confirmed first, whether or not somebody has an account with that.
   * @throws UdtError user_name_or_password, too_many_attempts, email_unconfirmed, user_approving, user_rejected, user_expired,
   *   user_disabled
   */
  async signIn(
    email: string,
    password: string,
    origin: Origin,
    oldToken: string | undefined,
  ): Promise<LoginSessionStart | StepStart> {
    const { ip } = origin;
    const takeBack = await this.throttle.take(email, ip);
    const { db } = this.#database;
    const found = await repository.findUserByEmail(db, email.trim());
    // Who signs in elsewhere has no password here, and it takes as long to say so.
    const right = await isPassword(password, found?.password_hash || (await this.#nobody));
    const now = this.#clock.now();
    const unconfirmed = !right && (await isRegisteredWith(db, { email, password, ip }, await this.#nobody));
    const unknown = unconfirmed ? "email_unconfirmed" : "user_name_or_password";
    const refusal = !found || !right ? unknown : refusalFor(found, now);
    if (!found || refusal !== undefined) {
      const detail = { reason: refusal ?? unknown };
      await this.#audit.write(db, { action: "user.login_failed", ip, target: email.trim(), detail });
      throw new UdtError(detail.reason);
    }
    takeBack();
    return this.startSession(found.user_id, origin, oldToken, { password_hash: found.password_hash });
  }

  /**
   * A new session for somebody who has proved who they are; one of the same browser ends. Who has a second factor and has
   * not proved it, too, gets no session but a second step to do.
   * @throws UdtError invalid_session, user_approving, user_rejected, user_expired, user_disabled, and what `prove` throws
   */
  async startSession(
    user_id: string,
    origin: Origin,
    oldToken: string | undefined,
    options: StartOptions,
  ): Promise<LoginSessionStart>;
  async startSession(
    user_id: string,
    origin: Origin,
    oldToken: string | undefined,
    options?: Omit<StartOptions, "prove">,
  ): Promise<LoginSessionStart | StepStart>;
  async startSession(
    user_id: string,
    origin: Origin,
    oldToken: string | undefined,
    { detail = {}, signed_in_at, password_hash, prove }: Partial<StartOptions> = {},
  ): Promise<LoginSessionStart | StepStart> {
    const now = this.#clock.now();
    const created_at = signed_in_at ?? now;
    const token = newSecret();
    const done = await this.#database.transaction(async (tx) => {
      // First, because who changes the user holds the row before the sessions; and who did it meanwhile counts.
      const user = await repository.holdUser(tx, user_id);
      if (!user) throw new UdtError("invalid_session");
      const refusal = refusalFor(user, now);
      if (refusal !== undefined) throw new UdtError(refusal);
      if (password_hash !== undefined && user.password_hash !== password_hash)
        throw new UdtError("user_name_or_password");
      if (user.second_factor && !prove) return this.#beginStep(tx, user, detail["kind"] ?? "password", origin.ip);
      await prove?.(tx);
      await repository.updateUser(tx, user_id, { last_login_at: now, language: origin.language });
      // Before the old one is over, so that no call of that browser is refused in between.
      if (oldToken !== undefined) this.stale.replace(hashSecret(oldToken));
      if (oldToken !== undefined) await repository.deleteLoginSession(tx, hashSecret(oldToken));
      await repository.deleteExpiredSessions(tx, now);
      await repository.insertLoginSession(tx, {
        token_hash: hashSecret(token),
        session_id: newId(),
        user_id,
        ip: origin.ip,
        user_agent: cleanUserAgent(origin.user_agent),
        created_at,
        last_seen_at: now,
        expires_at: this.sessionEnd({ created_at }, now + SESSION_MS),
      });
      await this.#audit.write(tx, { action: "user.login", user, ip: origin.ip, target: user.email, detail });
      return { user: userInfo(this.caller(user)), token };
    });
    if ("token" in done && oldToken !== undefined) this.loginSessionEnded.emit(hashSecret(oldToken));
    return done;
  }

  /** Keeps that the first step was right, for as long as the second one may take. */
  async #beginStep(tx: Queries, user: repository.UserRow, kind: string, ip: string): Promise<StepStart> {
    const now = this.#clock.now();
    const step = newSecret();
    const { user_id } = user;
    await factors.insertStep(
      tx,
      { step_hash: hashSecret(step), user_id, kind, expires_at: now + LIMITS.second_step_ms },
      now,
    );
    await this.#audit.write(tx, { action: "user.second_step", user, ip, target: user.email, detail: { kind } });
    return { step };
  }

  /** When the session's user signed in; null for what is no session, such as an API key. */
  signedInAt(session_hash: string): Promise<number | null> {
    return repository.sessionBegin(this.#database.db, session_hash);
  }

  /** @throws UdtError the reason why this user may not sign in now */
  async mustBeAdmitted(user_id: string): Promise<void> {
    const found = await repository.findUser(this.#database.db, user_id);
    if (!found) throw new UdtError("invalid_session");
    const refusal = refusalFor(found, this.#clock.now());
    if (refusal !== undefined) throw new UdtError(refusal);
  }

  async signOut(user: CallerUser, session_hash: string, ip: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await repository.deleteLoginSession(tx, session_hash);
      await this.#audit.write(tx, { action: "user.logout", user, ip, target: user.email });
    });
    this.loginSessionEnded.emit(session_hash);
  }

  /** Who a session belongs to. @throws UdtError need_login, invalid_session */
  async authenticate(token: string | undefined): Promise<{ user: CallerUser; session_hash: string }> {
    if (token === undefined || token === "") throw new UdtError("need_login");
    const session_hash = hashSecret(token);
    const now = this.#clock.now();
    const found = await this.#session(session_hash);
    if (!found || refusalFor(found.user, now) !== undefined || this.sessionEnd(found.session) <= now)
      throw new UdtError("invalid_session");
    const { session } = found;
    if (session.last_seen_at <= now - SEEN_AFTER_MS) {
      const expires_at = this.sessionEnd(session, now + SESSION_MS);
      const isOld = session.expires_at < expires_at - PROLONG_AFTER_MS;
      await repository.updateSession(this.#database.db, session_hash, {
        last_seen_at: now,
        ...(isOld && { expires_at }),
      });
    }
    return { user: this.caller(found.user), session_hash };
  }

  /** When a session ends that without a limit to all sessions would end at `expires_at`: its own, unless another is given. */
  sessionEnd(
    session: { created_at: number; expires_at?: number },
    expires_at = session.expires_at ?? Infinity,
  ): number {
    const hours = this.#rules().session_max_hours;
    return hours === 0 ? expires_at : Math.min(expires_at, session.created_at + hours * HOUR_MS);
  }

  /** A user who may sign in now. */
  async active(user_id: string): Promise<CallerUser | undefined> {
    const found = await repository.findUser(this.#database.db, user_id);
    return found && refusalFor(found, this.#clock.now()) === undefined ? this.caller(found) : undefined;
  }

  /**
   * Makes up a new password for the user of this address who has one, removes their second factors, and ends all their
   * sessions and their API keys; for an operator, who proves by being at the server's machine.
   */
  async resetPassword(email: string): Promise<Reset | "nobody"> {
    const made = newSecret().slice(0, RESET_PASSWORD_LENGTH);
    const made_hash = await hashPassword(made);
    const done = await this.#database.transaction(async (tx) => {
      const found = await repository.findUserByEmail(tx, email);
      if (!found) return "nobody";
      const hasPassword = found.password_hash !== "";
      const set = await setPassword(tx, found.user_id, hasPassword ? made_hash : "");
      if (!set) return "nobody";
      const { ended } = set;
      await factors.deleteSecondFactors(tx, found.user_id);
      const { second_factor: second_factor_ended } = found;
      const detail = { sessions: ended.sessions.length, keys: ended.keys.length, second_factor_ended };
      const action = hasPassword ? "user.password_reset" : "second_factor.reset";
      await this.#audit.write(tx, { action, ip: "", target: found.email, detail });
      return { user: found, ended, password: hasPassword ? made : null };
    });
    if (typeof done === "string") return done;
    const { user, ended, password } = done;
    for (const hash of [...ended.sessions, ...ended.keys]) this.loginSessionEnded.emit(hash);
    return {
      email: user.email,
      language: user.language,
      password,
      state: user.state,
      sessions: ended.sessions.length,
      keys: ended.keys.length,
      second_factor_ended: user.second_factor,
    };
  }

  /** Keeps in which language somebody reads the console: what others cause is mailed to them in it. */
  async keepLanguage(user: CallerUser, language: UiLanguage): Promise<void> {
    // At each load of the console: it changes hardly ever.
    if (user.language !== language) await repository.updateUser(this.#database.db, user.user_id, { language });
  }

  /** Who calls, from their row; says too what the settings still ask of them. */
  caller(row: repository.UserRow): CallerUser {
    const { user_id, user_name, email, head_image, auth_type, udt_admin, language } = row;
    const lacks = udt_admin && !row.second_factor && this.#rules().admin_second_factor;
    const known = { user_id, user_name, email, head_image, auth_type, udt_admin, language };
    return { ...known, ...(lacks && { lacks_second_factor: true }) };
  }

  /**
   * Makes the first administrator when there is nobody yet. Answers the password only when it was made up here.
   * @throws StartRefusal for a password that nobody may have
   */
  async ensureFirstAdmin(
    email: string,
    password: string | undefined,
  ): Promise<{ user_id: string; email: string; password?: string } | undefined> {
    if ((await repository.countUsers(this.#database.db)) > 0) return undefined;
    if (password !== undefined && rules.isBlank(password))
      throw new StartRefusal(wrongSetting("UDT_ADMIN_PASSWORD must not be blank."));
    if (password !== undefined && (await isCommonPassword(password)))
      throw new StartRefusal(wrongSetting("UDT_ADMIN_PASSWORD is one of the most used passwords; choose another one."));
    const made = password ?? newSecret().slice(0, LIMITS.password_max - 4);
    const user_id = newId();
    await repository.insertUser(this.#database.db, {
      user_id,
      email,
      user_name: "admin",
      auth_type: AUTH_TYPES.internal,
      udt_admin: true,
      password_hash: await hashPassword(made),
      created_at: this.#clock.now(),
    });
    return { user_id, email, ...(password === undefined && { password: made }) };
  }
}

type Account = Pick<UserInfo, "user_id" | "user_name" | "email" | "head_image" | "auth_type">;

/** What a browser says of itself, fit to be shown: no control or invisible characters, and not too long. */
const cleanUserAgent = (said: string | undefined): string =>
  (said ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(0, USER_AGENT_MAX);

/** What is told of an account, its owner or an administrator alike. */
export const accountOf = ({ user_id, user_name, email, head_image, auth_type }: Account): Account => ({
  user_id,
  user_name,
  email,
  head_image,
  auth_type,
});

export function userInfo(user: CallerUser): UserInfo {
  return {
    ...accountOf(user),
    user_role: { udt_admin: user.udt_admin },
    ...(user.lacks_second_factor && { second_factor_required: true }),
  };
}
