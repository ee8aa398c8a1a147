import type { Device } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { api } from "../../../lib/api/api.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { createStore, type Store } from "../../../lib/streams/index.ts";
import { beginDebug } from "../../../lib/tests/index.ts";
import { Conductor } from "./conductor.ts";

/** One device of the page, and its debug session as far as there is one. */
export interface Member {
  test_id: string | undefined;
  isBeginning: boolean;
  /** Why it was not given. */
  refusal: string | undefined;
}

export const NO_MEMBER: Member = { test_id: undefined, isBeginning: false, refusal: undefined };

/** The debug session by which this person has the device already. */
export const ownSession = (device: Device | undefined, project: string, user_id: string): string | undefined =>
  device?.lease?.kind === "debug" && device.lease.user_id === user_id && device.lease.project_id === project
    ? device.lease.test_id
    : undefined;

/** The phones of one page: an ordinary debug session each, begun side by side, and what repeats one's gestures on the others. */
export class Group {
  readonly members: Store<Readonly<Record<string, Member>>> = createStore({});
  readonly conductor = new Conductor();
  readonly project: string;
  readonly #user_id: string;

  constructor(project: string, user_id: string) {
    this.project = project;
    this.#user_id = user_id;
  }

  of(device_id: string): Member {
    return this.members.get()[device_id] ?? NO_MEMBER;
  }

  /** Takes up a session that there is. */
  adopt(device_id: string, test_id: string): void {
    if (this.of(device_id).test_id === undefined) this.#change(device_id, { test_id, refusal: undefined });
  }

  /**
   * Begins a session, with an app or none, or takes up the person's own. A refusal is that device's alone. Answers whether it
   * begins without its app, which was deleted.
   */
  async begin(device_id: string, app_id: string | null = null): Promise<{ lacksApp: boolean }> {
    if (this.of(device_id).isBeginning) return { lacksApp: false };
    this.#change(device_id, { test_id: undefined, isBeginning: true, refusal: undefined });
    const { project } = this;
    try {
      const device = await api.call(deviceEndpoints.deviceGet, { params: { device_id }, query: { project } });
      const own = ownSession(device, project, this.#user_id);
      const begun = own === undefined ? await beginDebug({ project, device_id, app_id }) : undefined;
      this.#change(device_id, { test_id: begun?.test_id ?? own, isBeginning: false });
      return { lacksApp: begun?.lacksApp ?? false };
    } catch (error) {
      this.#change(device_id, { isBeginning: false, refusal: errorText(error) });
      return { lacksApp: false };
    }
  }

  /** Forgets a device; its session, if there is one, goes on. */
  takeOut(device_id: string): void {
    this.members.update((members) =>
      Object.fromEntries(Object.entries(members).filter(([each]) => each !== device_id)),
    );
  }

  #change(device_id: string, change: Partial<Member>): void {
    this.members.update((members) => ({ ...members, [device_id]: { ...this.of(device_id), ...change } }));
  }
}
