import { LIMITS, UdtError, waitingMessage, type UserState } from "@udt/contract";
import type { WebSocket } from "ws";
import type { Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database } from "../../platform/database/database.ts";
import * as repository from "./users.repository.ts";

const PLACE = "account/waiting";
/** Nothing is said for days: who has gone without a word is noticed by this alone. */
const PING_EVERY_MS = 15_000;

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

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#stop = [
      needs.bus.subscribe(({ payload }) => {
        if (payload.type !== "accounts.changed") return;
        for (const socket of this.#waiting.keys()) this.#tell(socket).catch(needs.onError);
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

  /** Tells how the account stands, and again when that changes, until it waits no more. @throws UdtError signup_not_found */
  async follow(token: string, socket: WebSocket): Promise<void> {
    this.#waiting.set(socket, { user_id: this.#userOf(token), told: undefined });
    socket.once("close", () => this.#waiting.delete(socket));
    await this.#tell(socket);
  }

  close(): void {
    for (const stop of this.#stop) stop();
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

  async #tell(socket: WebSocket): Promise<void> {
    const waiting = this.#waiting.get(socket);
    if (!waiting) return;
    const user = await repository.findUser(this.#needs.database.db, waiting.user_id);
    if (!user) throw new UdtError("signup_not_found", { signup_id: "of this token" });
    if (user.state === waiting.told || socket.readyState !== socket.OPEN) return;
    waiting.told = user.state;
    socket.send(JSON.stringify(waitingMessage.parse({ state: user.state })));
    if (user.state !== "approving") socket.close(1000, "decided");
  }
}
