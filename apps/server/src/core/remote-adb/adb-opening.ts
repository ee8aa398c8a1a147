import type { Server, Socket } from "node:net";
import { AdbPublicKey } from "@udt/adb";
import type { WebSocket } from "ws";
import type { AdbSettings } from "../../platform/settings-adb.ts";
import type { ServerClock } from "../../platform/clock.ts";
import { AdbClient, type AdbDoor } from "./adb-client.ts";
import { openAdbPort } from "./adb-port.ts";
import type { OpeningRow } from "./remote-adb.repository.ts";

/** How many sockets one session takes: one adb server has one, and leaves it half-dead when its computer slept. */
const SOCKETS_MAX = 8;
/** How long a key may wait for an answer. */
const ASK_TIMEOUT_MS = 10 * 60_000;
/** The other servers take an opening for dead that was silent for three times as long. */
export const HEARD_EVERY_MS = 15_000;

/** What is kept of an opening, and where it leads. */
export interface OpeningHouse {
  clock: ServerClock;
  /** Of the user who opened it, as they stand in the database. */
  keys(): Promise<readonly AdbPublicKey[]>;
  /** Shows on the page that this key asks. */
  show(asked: { key: AdbPublicKey; ip: string }): Promise<void>;
  /** And that it does no more. */
  withdraw(key: AdbPublicKey): Promise<void>;
  keyUsed(key: AdbPublicKey): void;
  stream(): Promise<WebSocket>;
  used(): void;
  /** @param isNews whether the page is to hear of it */
  save(figures: AdbFigures, isNews: boolean): Promise<void>;
  onError(error: unknown): void;
}

export type AdbFigures = Pick<OpeningRow, "connections" | "connected_at" | "received_bytes" | "sent_bytes">;

/** A key that waits, and the connections that wait with it: adb dials anew by itself. */
interface Asking {
  key: AdbPublicKey;
  answer: PromiseWithResolvers<boolean>;
  clients: Set<AdbClient>;
  /** The database has it. */
  isShown: boolean;
}

/** A port that leads to one device, for as long as it is open; and whoever has come by it. */
export class AdbOpening {
  readonly port: number;
  readonly #house: OpeningHouse;
  readonly #server: Server;
  readonly #clients = new Set<AdbClient>();
  readonly #connected = new Map<AdbClient, number>();
  readonly #denied = new Set<string>();
  readonly #passed = { sent: 0, received: 0 };
  #asking: Asking | undefined;
  #saving: Promise<void> = Promise.resolve();
  #saved: AdbFigures;
  #savedAt: number;
  #isShut = false;

  private constructor(house: OpeningHouse, server: Server, port: number) {
    this.#house = house;
    this.#server = server;
    this.port = port;
    this.#saved = this.figures;
    this.#savedAt = house.clock.now();
  }

  /** Listens from now on. @throws UdtError remote_adb_off, remote_adb_no_port */
  static async open(settings: AdbSettings, house: OpeningHouse): Promise<AdbOpening> {
    let opening: AdbOpening | undefined;
    const { server, port } = await openAdbPort(settings, (socket) =>
      opening ? opening.#take(socket) : socket.destroy(),
    );
    opening = new AdbOpening(house, server, port);
    return opening;
  }

  get figures(): AdbFigures {
    const since = [...this.#connected.values()];
    return {
      connections: since.length,
      connected_at: since.length === 0 ? null : Math.min(...since),
      received_bytes: this.#passed.received,
      sent_bytes: this.#passed.sent,
    };
  }

  /** What the page was told is looked at again: a key that asked may have been answered, or one that was let in taken back. */
  async judge(asked: OpeningRow["asked"]): Promise<void> {
    const allowed = new Set((await this.#house.keys()).map(({ id }) => id));
    for (const client of this.#clients) if (client.key && !allowed.has(client.key.id)) client.close();
    const asking = this.#asking;
    if (!asking?.isShown || (asked?.key_id === asking.key.id && !allowed.has(asking.key.id))) return;
    this.#asking = undefined;
    const isLetIn = allowed.has(asking.key.id);
    if (!isLetIn) this.#denied.add(asking.key.id);
    asking.answer.resolve(isLetIn);
  }

  /** Has the database know how much went through, and that this is alive. */
  async tick(): Promise<void> {
    const { figures } = this;
    const isNews = JSON.stringify(figures) !== JSON.stringify(this.#saved);
    if (isNews || this.#house.clock.now() - this.#savedAt >= HEARD_EVERY_MS) await this.#save(isNews);
  }

  /** Nobody comes in any more, and who is in is out. */
  shut(): void {
    if (this.#isShut) return;
    this.#isShut = true;
    this.#server.close();
    for (const client of this.#clients) client.close();
  }

  #take(socket: Socket): void {
    socket.on("error", () => socket.destroy());
    if (this.#isShut || !this.#hasRoom()) return void socket.destroy();
    const client = new AdbClient(socket, this.#door);
    this.#clients.add(client);
    // What reads a socket may be waiting for an answer while its other end goes.
    socket.once("close", () => void this.#gone(client).catch(this.#house.onError));
    void client.serve();
  }

  /** Whoever has not said which key is theirs makes way, the first of them first: by saying nothing nobody keeps others out. */
  #hasRoom(): boolean {
    if (this.#clients.size < SOCKETS_MAX) return true;
    const stranger = [...this.#clients].find((client) => client.isStranger);
    if (!stranger) return false;
    stranger.close();
    return this.#clients.delete(stranger);
  }

  get #door(): AdbDoor {
    const { clock, keys, used } = this.#house;
    return {
      clock,
      keys,
      used,
      ask: (key, client) => this.#ask(key, client),
      open: (key, client) => this.#admit(key, client),
      passed: (way, bytes) => void (this.#passed[way] += bytes),
    };
  }

  /** One at a time is asked about: whoever comes meanwhile with another key is sent away. */
  async #ask(key: AdbPublicKey, client: AdbClient): Promise<boolean> {
    if (this.#denied.has(key.id)) return false;
    const asking = (this.#asking ??= this.#beginToAsk(key, client.ip));
    if (asking.key.id !== key.id) return false;
    asking.clients.add(client);
    return asking.answer.promise;
  }

  #beginToAsk(key: AdbPublicKey, ip: string): Asking {
    const { clock, show, onError } = this.#house;
    const asking: Asking = { key, answer: Promise.withResolvers(), clients: new Set(), isShown: false };
    const giveUp = () => this.#giveUp(asking).catch(onError);
    const cancelTimer = clock.at(clock.now() + ASK_TIMEOUT_MS, () => void giveUp());
    void asking.answer.promise.then(cancelTimer);
    show({ key, ip }).then(
      () => void (asking.isShown = true),
      (error: unknown) => {
        onError(error);
        void giveUp();
      },
    );
    return asking;
  }

  async #giveUp(asking: Asking): Promise<void> {
    if (this.#asking !== asking) return;
    this.#asking = undefined;
    asking.answer.resolve(false);
    await this.#house.withdraw(asking.key);
  }

  async #admit(key: AdbPublicKey, client: AdbClient): Promise<WebSocket> {
    const stream = await this.#house.stream();
    // Who has left meanwhile closes it at once, and nobody would say a second time that they are gone.
    if (!this.#clients.has(client)) return stream;
    this.#connected.set(client, this.#house.clock.now());
    this.#house.keyUsed(key);
    await this.#save(true);
    return stream;
  }

  async #gone(client: AdbClient): Promise<void> {
    this.#clients.delete(client);
    const asking = this.#asking;
    if (asking?.clients.delete(client) && asking.clients.size === 0) await this.#giveUp(asking);
    if (this.#connected.delete(client)) await this.#save(true);
  }

  /** One after the other: of two at once the older one could come last. */
  #save(isNews: boolean): Promise<void> {
    const put = async () => {
      if (this.#isShut) return;
      const { figures } = this;
      this.#saved = figures;
      this.#savedAt = this.#house.clock.now();
      await this.#house.save(figures, isNews);
    };
    return (this.#saving = this.#saving.then(put, put));
  }
}
