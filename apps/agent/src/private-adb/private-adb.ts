import type { Socket } from "node:net";
import type { AdbCapability, ListenOn } from "@udt/driver";
import { messageOf } from "../logger.ts";
import { Forwards } from "./forwards.ts";
import { carrySocket } from "../carry-service.ts";
import { framed, okay, refusal, RequestReader } from "./smart-socket.ts";

/** What `host:version` answers: clients of another version would kill the server and start their own. Debian's and newer have it. */
const SERVER_VERSION = 41;
/** What this server does itself for its clients. */
const OPEN_TIMEOUT_MS = 30_000;
const TRANSPORT_ID = "1";
/**
 * What a device connects back to is a port of the machine that its adb server is on, not of the scripts' network: with
 * `reverse` a script would reach through its device what the isolation keeps from it.
 */
const NO_REVERSE =
  "a run has no adb reverse: the device cannot dial into it. Let the script dial the device, with adb forward tcp:0 …";
/** They outlast the run: a real phone would take commands from its whole network, or none by cable any more. */
const LASTING = /^(tcpip|usb):/;

/**
 * An adb server on which exactly one device exists: answers adb's clients on the sockets that it is handed. Services of
 * the device go to it as they are; those of the host are answered here, and what would reach beyond the device is refused.
 */
export function privateAdb(serial: string, adb: AdbCapability, listenOn?: ListenOn): (socket: Socket) => void {
  const forwards = new Forwards((remote) => adb.open(remote, AbortSignal.timeout(OPEN_TIMEOUT_MS)), listenOn);
  return (socket) => {
    socket.on("error", () => socket.destroy());
    new Client(serial, adb, forwards, socket).serve().catch(() => socket.destroy());
  };
}

class Client {
  readonly #serial: string;
  readonly #adb: AdbCapability;
  readonly #forwards: Forwards;
  readonly #socket: Socket;
  readonly #requests: RequestReader;

  constructor(serial: string, adb: AdbCapability, forwards: Forwards, socket: Socket) {
    this.#serial = serial;
    this.#adb = adb;
    this.#forwards = forwards;
    this.#socket = socket;
    this.#requests = new RequestReader(socket);
  }

  async serve(): Promise<void> {
    let isOnDevice = false;
    for (let request = await this.#requests.next(); request !== undefined; request = await this.#requests.next()) {
      if (isOnDevice && !request.startsWith("host")) return this.#openService(request);
      if (await this.#selectsDevice(request)) {
        isOnDevice = true;
        continue;
      }
      return this.#answerHost(request);
    }
    this.#socket.destroy();
  }

  /** `host:transport…` and `host:tport…` give the socket to the device: what comes next is a service of it. */
  async #selectsDevice(request: string): Promise<boolean> {
    const match = /^host:(transport|tport)(?:-(any|usb|local|id)(?::(.*))?|:(.*))$/s.exec(request);
    if (!match) return false;
    const [, kind, way, id, word = ""] = match;
    // `host:tport:serial:X` and `host:tport:any`; older `host:transport:X` has the serial at once.
    const serial = kind === "tport" ? (/^serial:(.*)$/s.exec(word)?.[1] ?? "") : word;
    const isOther = way === "id" ? id !== TRANSPORT_ID : serial !== "" && serial !== this.#serial;
    if (isOther) {
      this.#socket.end(refusal(`device '${serial || id}' not found`));
      throw new Error("no such device");
    }
    // The newer request is answered with the transport's number, 8 bytes, least first.
    const number = Buffer.alloc(8);
    number.writeBigUInt64LE(BigInt(TRANSPORT_ID));
    this.#socket.write(kind === "tport" ? Buffer.concat([okay(), number]) : okay());
    return true;
  }

  async #answerHost(request: string): Promise<void> {
    const own = /^host(?:-serial:(?<serial>[^:]*)|-transport-id:(?<id>\d+)|-usb|-local)?:(?<service>.*)$/s.exec(
      request,
    )?.groups;
    if (!own) return this.#end(refusal(`unknown host service`));
    const { serial = this.#serial, id = TRANSPORT_ID, service = "" } = own;
    if (serial !== this.#serial || id !== TRANSPORT_ID) return this.#end(refusal(`device '${serial}' not found`));
    const { product, model, device, features } = this.#adb.about();
    const long = `${this.#serial.padEnd(22)} device product:${product} model:${model} device:${device} transport_id:${TRANSPORT_ID}\n`;
    switch (service) {
      case "version":
        return this.#end(okay(SERVER_VERSION.toString(16).padStart(4, "0")));
      case "features":
      case "host-features":
        return this.#end(okay(features.join(",")));
      case "devices":
        return this.#end(okay(`${this.#serial}\tdevice\n`));
      case "devices-l":
        return this.#end(okay(long));
      case "track-devices":
      case "track-devices-l":
        // There is nothing to tell afterwards: with the device the run ends, and its server.
        this.#socket.write(
          Buffer.concat([okay(), framed(service.endsWith("-l") ? long : `${this.#serial}\tdevice\n`)]),
        );
        this.#socket.resume();
        return;
      case "get-state":
        return this.#end(okay("device"));
      case "get-serialno":
        return this.#end(okay(this.#serial));
      case "get-devpath":
        return this.#end(okay("unknown"));
      case "kill":
        return this.#end(refusal("this adb server belongs to the run"));
    }
    if (/^wait-for-(?:any|usb|local)-(?:device|any)$/.test(service)) return this.#end(Buffer.concat([okay(), okay()]));
    const forward = await this.#forwards.answer(this.#serial, service);
    this.#end(forward ?? refusal(`the run's adb server does not offer '${service.slice(0, 80)}'`));
  }

  async #openService(name: string): Promise<void> {
    if (name.startsWith("reverse:")) return this.#end(refusal(NO_REVERSE));
    if (LASTING.test(name)) return this.#end(refusal("a run does not change how its device is connected"));
    let stream;
    try {
      stream = await this.#adb.open(name, AbortSignal.timeout(OPEN_TIMEOUT_MS));
    } catch (error) {
      return this.#end(refusal(messageOf(error).slice(0, 500) || "closed"));
    }
    this.#socket.write(okay());
    await carrySocket(this.#socket, this.#requests.rest(), stream);
  }

  #end(bytes: Buffer): void {
    this.#socket.end(bytes);
    // A client that goes on talking is not heard.
    this.#socket.resume();
  }
}
