import { UdtError, type AppKind } from "@udt/contract";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import { assertGiven, assertInstallable, type DevicesService } from "../../core/devices/devices.service.ts";
import {
  assertDuration,
  type Change,
  type HeldDevice,
  type DeviceSessionsService,
} from "../../core/sessions/sessions.service.ts";

const MINUTE_MS = 60_000;
/** Longer than a device may be cleaned: who waits for one must not be ended before it comes. */
const RESERVED_MAX_MS = 15 * MINUTE_MS;

interface App {
  app_id: string;
  kind: AppKind;
}

export interface DebugDependencies {
  sessions: DeviceSessionsService;
  devices: DevicesService;
  /** An app that may be used in a project. @throws UdtError app_not_found, app_not_in_project */
  app(project_id: string, app_id: string): Promise<App>;
}

/** Debug sessions: how a person gets a device. */
export class DebugService {
  readonly #needs: DebugDependencies;
  constructor(needs: DebugDependencies) {
    this.#needs = needs;
  }

  /**
   * Takes a device for a debug session: at once, or as soon as the test has stopped that gives way to it. Of two callers at
   * one moment exactly one wins.
   * @throws UdtError duration_out_of_range, parallel_limit_*, user_not_in_project, app_*, device_*
   */
  async create(
    user: CallerUser,
    project_id: string,
    wish: { device_id: string; duration_minutes: number; app_id?: string | undefined },
  ): Promise<{ test_id: string }> {
    const { sessions } = this.#needs;
    const { device_id, duration_minutes, app_id } = wish;
    assertDuration(duration_minutes);
    const app = app_id === undefined ? undefined : await this.#needs.app(project_id, app_id);
    const take = () => this.#take(user, project_id, { device_id, duration_minutes, app });
    // A check may have begun since it was asked which test gives way: now it is known.
    const { test_id, joined, yielded } = await take().catch((error: unknown) => {
      if (error instanceof UdtError && error.code === "device_busy") return take();
      throw error;
    });
    for (const session of joined) sessions.start(session);
    sessions.stopAll(yielded);
    return { test_id };
  }

  #take(
    user: CallerUser,
    project_id: string,
    wish: { device_id: string; duration_minutes: number; app: App | undefined },
  ) {
    const { sessions, devices } = this.#needs;
    const { device_id, duration_minutes, app } = wish;
    return sessions
      .change(async (change) => {
        const held = await sessions.yielding(change, device_id);
        const deadline = change.now + duration_minutes * MINUTE_MS + (held ? RESERVED_MAX_MS : 0);
        const about = { kind: "debug", duration_minutes, deadline, app_id: app?.app_id ?? null } as const;
        const test = await sessions.enter(change, { user, project_id }, about);
        // A person at the screen is told at once; who can wait waits for their turn instead.
        await sessions.assertRoom(change, test);
        const device = held
          ? await this.#promised(change, project_id, device_id)
          : await devices.claim(change.tx, project_id, device_id);
        if (app) assertInstallable(app.kind, device.os);
        const { test_id } = test;
        if (held) return { test_id, joined: [], yielded: await sessions.take(change, test, held) };
        return { test_id, joined: await sessions.join(change, test, [device]), yielded: [] };
      })
      .catch((error: unknown) => {
        // The device's row is locked while it is taken, so this can only be a lease that was not seen as such.
        if (brokenConstraint(error)?.name === "leases_exclusive")
          throw new UdtError("device_busy", { device_id, user_name: "" }, { cause: error });
        throw error;
      });
  }

  /** A device that the test which has it gives up. @throws UdtError device_not_found, device_not_in_project, device_offline, device_out_of_use, device_draining */
  async #promised(change: Change, project_id: string, device_id: string) {
    await assertGiven(change.tx, device_id);
    const { device, state } = await this.#needs.devices.seen(project_id, device_id, change.tx);
    if (state === "offline") throw new UdtError("device_offline", { device_id });
    return device;
  }

  /**
   * A debug session that gets a device as soon as the test that holds it, which the transaction has locked, gives it back; its
   * time counts from then. Answers its id.
   * @throws UdtError duration_out_of_range, user_not_in_project, device_out_of_use, device_draining, test_ended: the test's part on the device is over
   */
  async reserve(
    change: Change,
    user: CallerUser,
    of: HeldDevice & { project_id: string },
    duration_minutes: number,
  ): Promise<string> {
    assertDuration(duration_minutes);
    await assertGiven(change.tx, of.device_id);
    const deadline = change.now + duration_minutes * MINUTE_MS + RESERVED_MAX_MS;
    const about = { kind: "debug", duration_minutes, deadline, app_id: null } as const;
    const test = await this.#needs.sessions.enter(change, { user, project_id: of.project_id }, about);
    await this.#needs.sessions.waitFor(change, test, of);
    return test.test_id;
  }
}
