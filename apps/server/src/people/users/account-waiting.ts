import { Rounds } from "@udt/base";
import { LIMITS, UdtError, waitingMessage, type UserState } from "@udt/contract";
import type { WebSocket } from "ws";
import type { Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import { refuseSocket } from "../../platform/http/sockets.ts";
import type { Database } from "../../platform/database/database.ts";
import * as repository from "./users.repository.ts";

const PLACE = "account/waiting";
/** Nothing is said for days: who has gone without a word is noticed by this alone. */
const PING_EVERY_MS = 15_000;

/** At one server so many pages of one account may wait at once: whoever registered holds no more of its sockets than that. */
const PAGES_PER_ACCOUNT = 8;

/** What a token says. */
interface Sealed {
  user_id: string;
  until: number;
}

interface Needs {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  secrets: SecretBox;
  onError: (error: unknown) => void;
}

/**
 * Tells who registered, and can sign in nowhere yet, when an administrator has decided. They show a token that names their
 * account and that only the server makes and reads: it opens nothing else, is good for some days, and nothing is kept of it.
 */
export class AccountWaiting {
  readonly #needs: Needs;
  readonly #waiting = new Map<WebSocket, { user_id: string; told: UserState | undefined }>();
  readonly #stop: (() => void)[];
  /** Changes that come while one is told are told together. */
  readonly #rounds: Rounds;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#rounds = new Rounds(() => this.#tell([...this.#waiting.keys()]), needs.onError);
    this.#stop = [
      needs.bus.subscribe(({ payload }) => {
        if (payload.type === "accounts.changed") this.#rounds.wake();
      }),
      every(needs.clock, PING_EVERY_MS, () => {
        for (const socket of this.#waiting.keys()) socket.ping();
      }),
    ];
  }

  /** For the address of a socket: what is sealed has other characters. */
  tokenOf(user_id: string): string {
    const sealed: Sealed = { user_id, until: this.#needs.clock.now() + LIMITS.account_waits_ms };
    return Buffer.from(this.#needs.secrets.seal(JSON.stringify(sealed), PLACE)).toString("base64url");
  }

  /** Why somebody may not sign in; to who only waits with the token by which their page hears of the decision. They know the password. */
  async refusal(why: unknown, email: string): Promise<unknown> {
    if (!(why instanceof UdtError) || why.code !== "user_approving") return why;
    const user = await repository.findUserByEmail(this.#needs.database.db, email.trim());
    return user ? new UdtError(why.code, { token: this.tokenOf(user.user_id) }) : why;
  }

  /**
   * Tells how the account stands, and again when that changes, until it waits no more.
   * @throws UdtError signup_not_found, too_many_attempts
   */
  async follow(token: string, socket: WebSocket): Promise<void> {
    const user_id = this.#userOf(token);
    const own = [...this.#waiting.values()].filter((waiting) => waiting.user_id === user_id);
    if (own.length >= PAGES_PER_ACCOUNT) throw new UdtError("too_many_attempts", { seconds: PING_EVERY_MS / 1_000 });
    this.#waiting.set(socket, { user_id, told: undefined });
    socket.once("close", () => this.#waiting.delete(socket));
    await this.#tell([socket]);
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.#rounds.close();
  }

  #userOf(token: string): string {
    const refuse = (cause?: unknown) => new UdtError("signup_not_found", { signup_id: "of this token" }, { cause });
    let sealed: Sealed;
    try {
      sealed = JSON.parse(this.#needs.secrets.open(Buffer.from(token, "base64url").toString(), PLACE)) as Sealed;
    } catch (cause) {
      throw refuse(cause);
    }
    if (sealed.until <= this.#needs.clock.now()) throw refuse();
    return sealed.user_id;
  }

  async #tell(sockets: readonly WebSocket[]): Promise<void> {
    const user_ids = sockets.flatMap((socket) => this.#waiting.get(socket)?.user_id ?? []);
    if (user_ids.length === 0) return;
    const states = await repository.statesOf(this.#needs.database.db, [...new Set(user_ids)]);
    for (const socket of sockets) {
      const waiting = this.#waiting.get(socket);
      if (!waiting || socket.readyState !== socket.OPEN) continue;
      const state = states.get(waiting.user_id);
      if (state === undefined) {
        refuseSocket(socket, new UdtError("signup_not_found", { signup_id: "of this token" }));
        continue;
      }
      if (state === waiting.told) continue;
      waiting.told = state;
      socket.send(JSON.stringify(waitingMessage.parse({ state })));
      if (state !== "approving") socket.close(1000, "decided");
    }
  }
}
