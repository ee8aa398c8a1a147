import { readdirSync, readlinkSync } from "node:fs";
import type { Udt } from "@udt/testkit";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { memoryMb } from "../lib/process-facts.ts";
import { Inspector } from "./inspector.ts";
import { ROUND_MINUTES } from "./round.ts";

/**
 * Text that the soak puts into the terminal at once, as an input method does, is a step of the browser's own undo, with two
 * nodes: eight a round by the page's heap snapshot, and no more are kept than 1,000 (Blink's `kMaximumUndoStackDepth`),
 * which eight hours do not fill.
 */
const UNDO_NODES_AN_HOUR = (8 * 2 * 60) / ROUND_MINUTES;

/**
 * What is told of each role, and by how much an hour of the session it may still grow in the second half. A heap is what is
 * reachable once garbage was collected, to some kilobytes; what a process has for itself breathes with allocators, threads
 * and pictures on their way.
 */
export const BOUNDS = {
  heap: { unit: "MB", per_hour: 1 },
  process: { unit: "MB", per_hour: 5 },
  descriptors: { unit: "", per_hour: 2 },
  nodes: { unit: "", per_hour: 100 + UNDO_NODES_AN_HOUR },
  listeners: { unit: "", per_hour: 100 },
} as const;
export type Kind = keyof typeof BOUNDS;
export const ROLES = ["server", "agent", "phone", "page"] as const;
export type Role = (typeof ROLES)[number];
export type Figures = Record<Role, Partial<Record<Kind, number>>>;

type Inspectors = Record<Exclude<Role, "page">, Inspector>;

/** The embedded database opens each table and index once it needs it and keeps it open: as many as there are. */
const OF_DATABASE = "/pg/data/";

function descriptorsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return !readlinkSync(`${folder}/${name}`).includes(OF_DATABASE);
    } catch {
      // Closed since it was listed.
      return false;
    }
  }).length;
}

/** Reads the memory of each role, after garbage was collected in it. */
export class FiguresReader {
  readonly #udt: Udt;
  readonly #inspectors: Inspectors;
  readonly #browser: CDPSession;
  readonly #page: CDPSession;

  private constructor(udt: Udt, inspectors: Inspectors, browser: CDPSession, page: CDPSession) {
    this.#udt = udt;
    this.#inspectors = inspectors;
    this.#browser = browser;
    this.#page = page;
  }

  static async open(udt: Udt, context: BrowserContext, page: Page): Promise<FiguresReader> {
    const [server, agent, phone] = await Promise.all(
      [udt.server, udt.agent, udt.phones].map((role) => Inspector.of(role)),
    );
    const browser = await context.browser()!.newBrowserCDPSession();
    return new FiguresReader(
      udt,
      { server: server!, agent: agent!, phone: phone! },
      browser,
      await context.newCDPSession(page),
    );
  }

  async read(): Promise<Figures> {
    const { server, agent, phones } = this.#udt;
    const roleFigures = async (role: keyof Inspectors, pid: number) => ({
      heap: await this.#inspectors[role].heapMb(),
      process: memoryMb(pid).own,
      descriptors: descriptorsOf(pid),
    });
    return {
      server: await roleFigures("server", server.pid),
      agent: await roleFigures("agent", agent.pid),
      phone: await roleFigures("phone", phones.pid),
      page: await this.#pageFigures(),
    };
  }

  async #pageFigures(): Promise<Figures["page"]> {
    // What it keeps only for as long as there is room says nothing of what it needs.
    await this.#page.send("Memory.simulatePressureNotification", { level: "critical" });
    await this.#page.send("HeapProfiler.collectGarbage");
    const heap = (await this.#page.send("Runtime.getHeapUsage")) as { usedSize: number; backingStorageSize?: number };
    const { nodes, jsEventListeners } = await this.#page.send("Memory.getDOMCounters");
    const { processInfo } = await this.#browser.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer");
    return {
      heap: (heap.usedSize + (heap.backingStorageSize ?? 0)) / 2 ** 20,
      process: renderers.reduce((sum, { id }) => sum + memoryMb(id).own, 0),
      nodes,
      listeners: jsEventListeners,
    };
  }

  close(): void {
    for (const inspector of Object.values(this.#inspectors)) inspector.close();
  }
}
