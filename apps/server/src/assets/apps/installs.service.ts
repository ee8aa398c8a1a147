import {
  ENDPOINTS,
  fillPath,
  UdtError,
  type EndReason,
  type Install,
  type InstallState,
  type Said,
  say,
  saidOfCall,
} from "@udt/contract";
import { newId } from "../../platform/ids.ts";
import type { ServiceNeeds } from "../../platform/service-needs.ts";
import type { AgentReport } from "../../core/links/links.service.ts";
import type { AssistdService } from "../../core/assistd/assistd.service.ts";
import type { DeviceSessionsService } from "../../core/sessions/sessions.service.ts";
import { assertInstallable } from "../../core/devices/devices.service.ts";
import { installOf } from "./apps.answers.ts";
import { lockApp } from "./apps.repository.ts";
import type { AppsService } from "./apps.service.ts";
import { failedState, isFinal, moveInstall } from "./install-moves.ts";
import * as repository from "./installs.repository.ts";
import type { InstallPlace, InstallRow } from "./installs.repository.ts";

/** Percents of one state are written, and told to consoles, at most this often. */
const WRITE_PERCENT_EVERY_MS = 500;
/** A test that was ended by intent cancels its installations; any other end fails them. */
const INTENDED: readonly (EndReason | null)[] = [
  "user",
  "admin",
  "access_lost",
  "test_timeout",
  "device_timeout",
  "inactivity",
];

export interface InstallsDependencies extends ServiceNeeds {
  apps: AppsService;
  sessions: DeviceSessionsService;
  assistd: AssistdService;
}

/** Installations of apps on the devices of running tests: asked for here, done by agents, told by their reports. */
export class InstallsService {
  readonly #needs: InstallsDependencies;
  readonly #written = new Map<string, { state: InstallState; at: number }>();
  readonly #underWay = new Set<Promise<void>>();
  /** Tests that changed and have not been looked at for it. */
  readonly #suspects = new Set<string>();
  readonly #stop: (() => void)[];

  constructor(needs: InstallsDependencies) {
    this.#needs = needs;
    this.#stop = [
      needs.sessions.running.on(({ test, device }) => {
        const { app_id, project_id, test_id } = test;
        if (app_id === null || project_id === null) return;
        this.#inBackground(() => this.#start({ project_id, test_id, device_id: device.device_id }, app_id, true));
      }),
      needs.apps.bereft.on((install) => this.#inBackground(() => this.#tellToCancel(install))),
      needs.bus.subscribe(({ payload }) => {
        if (payload.type === "test.changed") this.#suspect(payload.test_id);
      }),
    ];
    this.#inBackground(() => this.#endOrphans(undefined));
  }

  /**
   * Has an app installed on the device of a running test. The same app that is being installed there already is answered
   * as it is.
   * @throws UdtError app_not_found, app_not_in_project, app_wrong_device, test_ended, test_not_running,
   * test_watched, agent_lost, agent_timeout, and what the agent refuses with
   */
  async install(place: InstallPlace, app_id: string): Promise<Install> {
    // None: the one that stood in the way came to an end meanwhile.
    const row = (await this.#start(place, app_id, false)) ?? (await this.#start(place, app_id, false));
    if (!row) throw new Error("an installation stands in the way that is not there");
    // The agent may have told how it goes before it confirmed.
    return installOf((await repository.findInstall(this.#needs.database.db, place, row.install_id)) ?? row);
  }

  /** Stops an installation under way: the agent then tells what became of it. @throws UdtError as `install` */
  async cancel(place: InstallPlace, install_id: string): Promise<void> {
    const row = await repository.findInstall(this.#needs.database.db, place, install_id);
    if (!row) throw new UdtError("invalid_param", { field: "install_id", rule: "install_unknown" });
    if (isFinal(row.state)) return;
    await this.#needs.assistd.command(place.test_id, place.device_id, { name: "app_install_cancel", install_id });
  }

  async list(place: InstallPlace): Promise<Install[]> {
    return (await repository.listInstalls(this.#needs.database.db, place)).map(installOf);
  }

  /** What an agent says of an installation. Ignored when it does not hold the lease, or when it would lead back. */
  async report(agent_id: string, report: Extract<AgentReport, { type: "install" }>): Promise<void> {
    const { bus, clock } = this.#needs;
    const { install_id, state } = report;
    const now = clock.now();
    const written = this.#written.get(install_id);
    if (!isFinal(state) && written?.state === state && now - written.at < WRITE_PERCENT_EVERY_MS) return;
    const isMoved = await bus.transaction(async (tx, announce) => {
      const row = await repository.lockOfAgent(tx, agent_id, report);
      return row !== undefined && (await moveInstall(tx, announce, row, report, now));
    });
    if (isFinal(state)) this.#written.delete(install_id);
    else if (isMoved) this.#written.set(install_id, { state, at: now });
  }

  /** The package for the agent that installs it. @throws UdtError app_not_found */
  async file(agent_id: string, install_id: string): Promise<repository.PackageFile> {
    const file = await repository.findFileForAgent(this.#needs.database.db, agent_id, install_id);
    if (!file) throw new UdtError("app_not_found", { app_id: install_id });
    return file;
  }

  /**
   * Asks an agent again for what is under way, once its link is back: the command or its outcome may have been lost with
   * the link. An agent that is still at it takes no notice; one that is not begins anew, and only its outcome counts.
   */
  resume(agent_id: string): void {
    this.#inBackground(async () => {
      for (const { install, app } of await repository.listOfAgent(this.#needs.database.db, agent_id)) {
        this.#inBackground(() => this.#askAgain(install, app));
      }
    });
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** The installation begun, or the one of the same app under way; none when an automatic one was begun before. */
  async #start(place: InstallPlace, app_id: string, automatic: boolean): Promise<InstallRow | undefined> {
    const { bus, clock, sessions, apps } = this.#needs;
    const { app } = await apps.find(place.project_id, app_id);
    const session = await sessions.live(place.test_id, place.device_id, { command: "app_install" });
    assertInstallable(app.kind, session.device.os);
    const now = clock.now();
    const row: InstallRow = {
      ...place,
      install_id: newId(),
      lease_token: session.lease_token,
      app_id,
      app_name: app.name,
      package_name: app.package_name,
      automatic,
      state: "download_started",
      percent: 0,
      reason: null,
      created_at: now,
      updated_at: now,
    };
    const other = await bus.transaction(async (tx, announce) => {
      // Who deletes the app waits for this, and then sees the installation.
      if (!(await lockApp(tx, place.project_id, app_id))) throw new UdtError("app_not_found", { app_id });
      if (!(await repository.insertInstall(tx, row))) return repository.findUnderWay(tx, place, app_id);
      announce(place.project_id, { type: "install.changed", install: installOf(row) });
      return row;
    });
    if (other?.install_id !== row.install_id) return other;
    try {
      await this.#tellToInstall(row, app);
    } catch (error) {
      await this.#fail(row.install_id, saidOfCall(error));
      // It may have heard and only not answered in time.
      if (error instanceof UdtError && error.code === "agent_timeout")
        this.#inBackground(() => this.#tellToCancel(row));
      throw error;
    }
    return row;
  }

  async #fail(install_id: string, reason: Said): Promise<void> {
    await this.#needs.bus.transaction(async (tx, announce) => {
      const row = await repository.lockInstall(tx, install_id);
      if (row) await moveInstall(tx, announce, row, { state: failedState(row.state), reason }, this.#needs.clock.now());
    });
  }

  /** Tests change in bursts: one look for all that were told of together. */
  #suspect(test_id: string): void {
    const isAwaited = this.#suspects.size > 0;
    this.#suspects.add(test_id);
    if (isAwaited) return;
    this.#inBackground(async () => {
      await Promise.resolve();
      const test_ids = [...this.#suspects];
      this.#suspects.clear();
      await this.#endOrphans(test_ids);
    });
  }

  /** Ends what is under way in tests that have ended; every server hears of them, and the first to come does it. */
  async #endOrphans(test_ids: string[] | undefined): Promise<void> {
    // Tests change often and rarely have any: no transaction for nothing.
    if (!(await repository.hasOrphans(this.#needs.database.db, test_ids))) return;
    await this.#needs.bus.transaction(async (tx, announce) => {
      for (const { install, end_reason } of await repository.lockOrphans(tx, test_ids)) {
        const state = INTENDED.includes(end_reason) ? "cancelled" : failedState(install.state);
        const reason = say("install_test_ended");
        await moveInstall(tx, announce, install, { state, reason }, this.#needs.clock.now());
        this.#written.delete(install.install_id);
      }
    });
  }

  async #askAgain(row: InstallRow, app: { md5: string; size_bytes: number }): Promise<void> {
    try {
      await this.#tellToInstall(row, app);
    } catch (error) {
      // Whoever is away again is asked again when it is back, and who has no test any more ends with it.
      const passes = ["agent_lost", "agent_timeout", "test_ended", "test_not_running"];
      if (error instanceof UdtError && passes.includes(error.code)) throw error;
      await this.#fail(row.install_id, saidOfCall(error));
      throw error;
    }
  }

  async #tellToInstall(row: InstallRow, { md5, size_bytes }: { md5: string; size_bytes: number }): Promise<void> {
    const { install_id, package_name } = row;
    const file_path = fillPath(ENDPOINTS.agentAppFile.path, { install_id });
    const command = { name: "app_install", install_id, file_path, md5, size_bytes, package_name } as const;
    await this.#needs.assistd.command(row.test_id, row.device_id, command);
  }

  async #tellToCancel({ test_id, device_id, install_id }: InstallRow): Promise<void> {
    await this.#needs.assistd.command(test_id, device_id, { name: "app_install_cancel", install_id });
  }

  #inBackground(work: () => Promise<unknown>): void {
    const done = work()
      .then(
        () => undefined,
        (error: unknown) => {
          // What went wrong on the agent's side is on the installation's record already.
          if (error instanceof UdtError) this.#needs.log.info({ reason: error.message }, "installation");
          else this.#needs.log.error({ err: error }, "installation");
        },
      )
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }
}
