import {
  ENDPOINTS,
  fillPath,
  UdtError,
  type DeviceCommand,
  type Install,
  type InstallState,
  type Said,
  saidOfCall,
} from "@udt/contract";
import { newId } from "../../platform/ids.ts";
import { together } from "../../platform/together.ts";
import type { ServiceNeeds } from "../../platform/service-needs.ts";
import type { AgentReport } from "../../core/links/links.service.ts";
import type { AssistdService } from "../../core/assistd/assistd.service.ts";
import type { DeviceSessionsService } from "../../core/sessions/sessions.service.ts";
import { assertInstallable } from "../../core/devices/devices.service.ts";
import { installOf } from "./apps.answers.ts";
import { lockApp } from "./apps.repository.ts";
import type { AppsService } from "./apps.service.ts";
import { failedState, isFinal, moveInstall, orphanEnd } from "./install-moves.ts";
import * as repository from "./installs.repository.ts";
import type { InstallPlace, InstallRow } from "./installs.repository.ts";

/** Percents of one state are written, and told to consoles, at most this often. */
const WRITE_PERCENT_EVERY_MS = 500;
/** What an agent must know of the package that it fetches; null where it fetches none. */
type PackageFacts = { md5: string; size_bytes: number } | null;

export interface InstallsDependencies extends ServiceNeeds {
  apps: AppsService;
  sessions: DeviceSessionsService;
  assistd: AssistdService;
}

/** Apps on their way onto the devices of running tests, and off them: asked for here, done by agents, told by their reports. */
export class InstallsService {
  readonly #needs: InstallsDependencies;
  readonly #written = new Map<string, { state: InstallState; at: number }>();
  readonly #underWay = new Set<Promise<void>>();
  /** Has a test that changed looked at for it. */
  readonly #suspect = together((test_ids) => this.#inBackground(() => this.#endOrphans(test_ids)));
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
    return this.#begun(place, () => this.#start(place, app_id, false));
  }

  /**
   * Has a package uninstalled from the device of a running test. The same that is being uninstalled there already is
   * answered as it is.
   * @throws UdtError test_ended, test_not_running, test_watched, agent_lost, agent_timeout, and what the agent refuses with
   */
  async uninstall(place: InstallPlace, package_name: string): Promise<Install> {
    return this.#begun(place, async () => {
      const { lease_token } = await this.#needs.sessions.live(place.test_id, place.device_id, {
        command: "app_uninstall",
      });
      const named = { app_id: null, app_name: "", package_name };
      return this.#enter(this.#rowOf(place, { ...named, lease_token, automatic: false, state: "uninstalling" }), null);
    });
  }

  /**
   * Stops what is under way: the agent then tells what became of it.
   * @param of Which of the two it must be
   * @throws UdtError invalid_param, and as `install`
   */
  async cancel(place: InstallPlace, install_id: string, of: "installation" | "uninstallation"): Promise<void> {
    const row = await repository.findInstall(this.#needs.database.db, place, install_id);
    if (!row || (row.app_id === null) !== (of === "uninstallation"))
      throw new UdtError("invalid_param", { field: "install_id", rule: "install_unknown" });
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

  /** What was begun, or stood in the way, as it is now. */
  async #begun(place: InstallPlace, begin: () => Promise<InstallRow | undefined>): Promise<Install> {
    // None: the one that stood in the way came to an end meanwhile.
    const row = (await begin()) ?? (await begin());
    if (!row) throw new Error("an installation stands in the way that is not there");
    // The agent may have told how it goes before it confirmed.
    return installOf((await repository.findInstall(this.#needs.database.db, place, row.install_id)) ?? row);
  }

  /** The installation begun, or the one of the same app under way; none when an automatic one was begun before. */
  async #start(place: InstallPlace, app_id: string, automatic: boolean): Promise<InstallRow | undefined> {
    const { sessions, apps } = this.#needs;
    const { app } = await apps.find(place.project_id, app_id);
    const { lease_token, device } = await sessions.live(place.test_id, place.device_id, { command: "app_install" });
    assertInstallable(app.kind, device.os);
    const named = { app_id, app_name: app.name, package_name: app.package_name };
    return this.#enter(this.#rowOf(place, { ...named, lease_token, automatic, state: "download_started" }), app);
  }

  #rowOf(
    place: InstallPlace,
    of: Pick<InstallRow, "app_id" | "app_name" | "package_name" | "lease_token" | "automatic" | "state">,
  ): InstallRow {
    const now = this.#needs.clock.now();
    return { ...place, ...of, install_id: newId(), percent: 0, reason: null, created_at: now, updated_at: now };
  }

  /** Writes it down and has the agent begin; or the one that stands in its way, if that is still there. */
  async #enter(row: InstallRow, app: PackageFacts): Promise<InstallRow | undefined> {
    const { project_id, app_id } = row;
    const other = await this.#needs.bus.transaction(async (tx, announce) => {
      // Who deletes the app waits for this, and then sees the installation.
      if (app_id !== null && !(await lockApp(tx, project_id, app_id))) throw new UdtError("app_not_found", { app_id });
      if (!(await repository.insertInstall(tx, row))) return repository.findUnderWay(tx, row, row);
      announce(project_id, { type: "install.changed", install: installOf(row) });
      return row;
    });
    if (other?.install_id !== row.install_id) return other;
    try {
      await this.#tellToDo(row, app, false);
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

  /** Ends what is under way in tests that have ended; every server hears of them, and the first to come does it. */
  async #endOrphans(test_ids: string[] | undefined): Promise<void> {
    // Tests change often and rarely have any: no transaction for nothing.
    if (!(await repository.hasOrphans(this.#needs.database.db, test_ids))) return;
    await this.#needs.bus.transaction(async (tx, announce) => {
      for (const { install, end_reason } of await repository.lockOrphans(tx, test_ids)) {
        await moveInstall(tx, announce, install, orphanEnd(install.state, end_reason), this.#needs.clock.now());
        this.#written.delete(install.install_id);
      }
    });
  }

  async #askAgain(row: InstallRow, app: PackageFacts): Promise<void> {
    try {
      await this.#tellToDo(row, app, true);
    } catch (error) {
      // Whoever is away again is asked again when it is back, and who has no test any more ends with it.
      const passes = ["agent_lost", "agent_timeout", "test_ended", "test_not_running"];
      if (error instanceof UdtError && passes.includes(error.code)) throw error;
      await this.#fail(row.install_id, saidOfCall(error));
      throw error;
    }
  }

  async #tellToDo(row: InstallRow, app: PackageFacts, is_again: boolean): Promise<void> {
    await this.#needs.assistd.command(row.test_id, row.device_id, commandOf(row, app, is_again));
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

/** What the agent is asked for. */
function commandOf(
  { install_id, package_name }: InstallRow,
  app: PackageFacts,
  is_again: boolean,
): Extract<DeviceCommand, { name: "app_install" | "app_uninstall" }> {
  if (app === null) return { name: "app_uninstall", install_id, package_name, is_again };
  const file_path = fillPath(ENDPOINTS.agentAppFile.path, { install_id });
  return { name: "app_install", install_id, file_path, md5: app.md5, size_bytes: app.size_bytes, package_name };
}
