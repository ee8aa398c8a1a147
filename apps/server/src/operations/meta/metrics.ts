import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { DEVICE_STATES, type DeviceState, type StreamName } from "@udt/contract";

/** A delay of the event loop shorter than this is not told. */
const EVENT_LOOP_LOOK_MS = 100;

/** What `/metrics` tells; one registry per server, so that several may live in one process. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: "udt_http_request_seconds",
    help: "HTTP calls by route and status",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });
  readonly #bytes = new Counter({
    name: "udt_stream_bytes_total",
    help: "Bytes that went through this server, by stream",
    labelNames: ["stream"] as const,
    registers: [this.registry],
  });

  readonly #messages = new Counter({
    name: "udt_agent_messages_total",
    help: "Messages on agents' links, `in` from agents and `out` to them",
    labelNames: ["direction", "type"] as const,
    registers: [this.registry],
  });
  readonly #statements = new Counter({
    name: "udt_db_statements_total",
    help: "Statements to the database, by what they do and the table they name first",
    labelNames: ["statement"] as const,
    registers: [this.registry],
  });
  readonly #sockets = new Counter({
    name: "udt_sockets_opened_total",
    help: "WebSockets dialled by browsers and agents, those that were refused among them",
    labelNames: ["socket"] as const,
    registers: [this.registry],
  });

  constructor(sources: {
    openStreams: () => number;
    agentsOnline: () => number;
    devicesByState: () => Promise<{ state: DeviceState; count: number }[]>;
    /** Messages that wait to be sent, or are being. */
    waitingMessages: () => Promise<number>;
    pool: { readonly total: number; readonly idle: number; readonly waiting: number };
  }) {
    // The delay of the event loop is measured by a timer: every 10 ms, as by default, it kept a server at rest awake.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
    const registers = [this.registry];
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    gauge("udt_streams_open", "Streams between browsers on this server and agents", sources.openStreams);
    gauge("udt_agents_online", "Agents linked to this server", sources.agentsOnline);
    gauge("udt_db_connections", "Connections to the database", () => sources.pool.total);
    gauge("udt_db_connections_idle", "Connections to the database at rest", () => sources.pool.idle);
    gauge("udt_db_waiting", "Queries that wait for a connection", () => sources.pool.waiting);
    const messages = new Gauge({
      name: "udt_notifications_waiting",
      help: "Messages of notification channels that wait to be sent",
      registers,
      async collect() {
        messages.set(await sources.waitingMessages());
      },
    });
    const devices = new Gauge({
      name: "udt_devices",
      help: "Devices by state",
      labelNames: ["state"] as const,
      registers,
      async collect() {
        const counts = new Map((await sources.devicesByState()).map(({ state, count }) => [state, count]));
        for (const state of DEVICE_STATES) devices.set({ state }, counts.get(state) ?? 0);
      },
    });
  }

  countRequest(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  countMessage(direction: "in" | "out", type: string): void {
    this.#messages.inc({ direction, type });
  }

  countStatement(statement: string): void {
    this.#statements.inc({ statement });
  }

  countSocket(socket: string): void {
    this.#sockets.inc({ socket });
  }

  countStreamBytes(stream: StreamName, bytes: number): void {
    this.#bytes.inc({ stream }, bytes);
  }
}
