/** A debug session as a program has it: what the page of the session does by clicks, in calls. */
import { delay, pictureFacts } from "@udt/base";
import {
  ENDPOINTS,
  INSTALL_FINAL_STATES,
  saidInEnglish,
  type CaptureWish,
  type Device,
  type DeviceKey,
  type ElementTree,
  type Install,
  type KeyModifier,
  type LogLine,
  type Resource,
  type Test,
} from "@udt/contract";
import { ApiError } from "../client.ts";
import { DriveFault, type DeviceAccess, type DevicePlace } from "./access.ts";
import { pointOfElement } from "./elements.ts";
import { filesOfRecording, measure, readLog, record, type RecordAct } from "./measure.ts";
import { pressKey, touchScreen, typeText, type Point, type Size } from "./gestures.ts";

const LOOK_EVERY_MS = 250;
const READY_MS = 120_000;
const INSTALL_MS = 600_000;
const TAP_MS = 60;

export type Target = { ref: string } | Point;

export interface TakeWish {
  device_id?: string | undefined;
  /** Of a device's model, brand or serial, where no id is given. */
  keyword?: string | undefined;
  duration_minutes: number;
  app_id?: string | undefined;
}

/** One device of one running debug session. */
export class DeviceSession {
  readonly access: DeviceAccess;
  readonly place: DevicePlace;

  private constructor(access: DeviceAccess, place: DevicePlace) {
    this.access = access;
    this.place = place;
  }

  /**
   * Takes a device, the first idle one that fits where none is named, and waits until it can be used.
   * @throws ApiError what `testCreate` refuses · DriveFault no_idle_device, session_ended, session_not_ready
   */
  static async take(access: DeviceAccess, project: string, wish: TakeWish): Promise<DeviceSession> {
    const { client } = access;
    const { keyword, ...wanted } = wish;
    const device_id = wanted.device_id ?? (await firstIdle(access, project, keyword)).device_id;
    const body = { ...wanted, kind: "debug", device_id } as const;
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query: { project }, body });
    const session = new DeviceSession(access, { project, test_id, device_id });
    try {
      await session.#untilRunning();
    } catch (error) {
      // Called off: nobody would know that the device is theirs.
      if (access.signal?.aborted) await session.end().catch(() => undefined);
      throw error;
    }
    return session;
  }

  /** A session that there is already. @throws ApiError test_not_found, test_not_in_project · DriveFault not_a_session, session_ended */
  static async of(access: DeviceAccess, project: string, test_id: string): Promise<DeviceSession> {
    const test = await debugTest(access, project, test_id);
    if (test.state === "ended") throw endedFault(test);
    return DeviceSession.ofTest(access, test);
  }

  /** The session that a debug session's test is. @throws DriveFault session_not_ready */
  static ofTest(access: DeviceAccess, { project_id, test_id, devices }: Test): DeviceSession {
    const [device] = devices;
    if (device === undefined) throw new DriveFault("session_not_ready", `Test ${test_id} has no device yet.`);
    return new DeviceSession(access, { project: project_id, test_id, device_id: device.device_id });
  }

  /** What every call to the session's device names. */
  get #at() {
    const { project, ...params } = this.place;
    return { params, query: { project } };
  }

  state() {
    const { test_id } = this.place;
    return this.access.client.call(ENDPOINTS.testGet, { params: { test_id }, query: this.#at.query });
  }

  /**
   * A picture of the screen, which the test keeps as a file: whole and as PNG unless wished otherwise.
   * @returns also by how much its points are to be multiplied to be the screen's
   */
  async screenshot(wish: CaptureWish = {}): Promise<{ bytes: Uint8Array; resource: Resource; scale: number }> {
    const resource = await this.access.client.call(ENDPOINTS.screenCapture, { ...this.#at, body: wish });
    const { params, query } = this.#at;
    const picture = await this.access.client.raw(ENDPOINTS.resourceGet, {
      params: { ...params, resource_id: resource.resource_id },
      query,
    });
    const bytes = new Uint8Array(await picture.arrayBuffer());
    return { bytes, resource, scale: wish.height === undefined ? 1 : await this.#scaleOf(bytes) };
  }

  elements(): Promise<ElementTree> {
    return this.access.client.call(ENDPOINTS.elementTree, { ...this.#at, body: {} });
  }

  /** Touches an element or a point, in pixels of the display. @throws DriveFault element_*, point_outside, input_refused */
  async tap(target: Target, hold_ms = TAP_MS): Promise<void> {
    if (!("ref" in target)) {
      await touchScreen(this.access, this.place, { from: target, duration_ms: hold_ms }, (now) => this.#display(now));
      return;
    }
    const tree = await this.elements();
    const from = pointOfElement(tree, target.ref);
    await touchScreen(this.access, this.place, { from, duration_ms: hold_ms }, () => Promise.resolve(tree));
  }

  async swipe(from: Point, to: Point, duration_ms: number): Promise<void> {
    await touchScreen(this.access, this.place, { from, to, duration_ms }, (now) => this.#display(now));
  }

  type(text: string): Promise<void> {
    return typeText(this.access, this.place, text);
  }

  key(key: DeviceKey, modifiers: readonly KeyModifier[] = []): Promise<void> {
    return pressKey(this.access, this.place, key, modifiers);
  }

  /** Starts a package's main activity. */
  async start(package_name: string): Promise<void> {
    await this.access.client.call(ENDPOINTS.appStart, { ...this.#at, body: { package_name } });
  }

  /** The newest lines of the device's log, a thousand at most, that are not older than this by the device's clock. */
  log(since = 0): Promise<LogLine[]> {
    return readLog(this.access, this.place, since);
  }

  /** A sample of each second, of an app or of the device alone. @throws DriveFault not_measured */
  performance(package_name: string | null, seconds: number) {
    return measure(this.access, this.place, package_name, seconds);
  }

  /** Begins or ends a recording, or saves the last seconds; its name, and its files so far. @throws DriveFault no_video */
  async record(act: RecordAct): Promise<{ name: string | null; files: Resource[] }> {
    const name = await record(this.access, this.place, act);
    return { name, files: name === null ? [] : await filesOfRecording(this.access, this.place, name) };
  }

  /** Installs an app of the project and waits for the end of it. @throws DriveFault install_failed */
  async install(app_id: string): Promise<Install> {
    const { client } = this.access;
    const begun = await client.call(ENDPOINTS.appInstall, { ...this.#at, body: { app_id } });
    const ended = await this.#untilInstalled(begun.install_id);
    if (ended.state === "installed") return ended;
    const why = ended.reason ? `: ${saidInEnglish(ended.reason)} ${ended.reason.evidence ?? ""}`.trimEnd() : "";
    throw new DriveFault("install_failed", `The installation ended as ${ended.state}${why}`, "app_id");
  }

  async #untilInstalled(install_id: string): Promise<Install> {
    const end = Date.now() + INSTALL_MS;
    while (Date.now() < end) {
      const { list } = await this.access.client.call(ENDPOINTS.appInstallList, this.#at);
      const install = list.find((one) => one.install_id === install_id);
      if (install && INSTALL_FINAL_STATES.includes(install.state)) return install;
      await delay(LOOK_EVERY_MS, this.access.signal);
    }
    throw new DriveFault("no_answer", "The installation did not end.", "app_id");
  }

  /** Moves the session's deadline; answers it. @throws ApiError not_driver: it is another's, or was taken over */
  async extend(minutes: number): Promise<number> {
    await this.#keep();
    const { deadline } = await this.access.client.call(ENDPOINTS.testExtend, { ...this.#at, body: { minutes } });
    return deadline;
  }

  /**
   * Ends the session: the device is cleaned and given back. Ending it twice is no error.
   * @throws ApiError not_driver: it is another's, or was taken over
   */
  async end(): Promise<Test> {
    await this.#keep().catch((error: unknown) => {
      if (!isOver(error)) throw error;
    });
    return this.access.client.call(ENDPOINTS.testCancel, this.#at);
  }

  /**
   * Says that the session is used, which is refused to who does not drive it. Administrators may end and prolong anybody's
   * test, and holders theirs while somebody else has it in hand; a program does neither by the way.
   */
  async #keep(): Promise<void> {
    await this.access.client.call(ENDPOINTS.testKeep, this.#at);
  }

  /**
   * The display's size as it is turned in a picture of this size: by what is known of the device, or, where that does not
   * fit (it was folded), by what it says itself.
   */
  async #display(picture: Size): Promise<Size> {
    const { project, device_id } = this.place;
    const known = await this.access.client.call(ENDPOINTS.deviceGet, { params: { device_id }, query: { project } });
    const [short, long] = [Math.min(known.width, known.height), Math.max(known.width, known.height)];
    const turned = picture.width > picture.height ? { width: long, height: short } : { width: short, height: long };
    const isAlike = Math.abs(turned.width / turned.height / (picture.width / picture.height) - 1) < ALIKE;
    return isAlike ? turned : this.elements();
  }

  async #scaleOf(picture: Uint8Array): Promise<number> {
    const facts = pictureFacts(picture);
    return facts ? (await this.#display(facts)).height / facts.height : 1;
  }

  async #untilRunning(): Promise<void> {
    const end = Date.now() + READY_MS;
    while (Date.now() < end) {
      const test = await this.state();
      if (test.state === "ended") throw endedFault(test);
      if (test.devices.some(({ state }) => state === "running")) return;
      await delay(LOOK_EVERY_MS, this.access.signal);
    }
    throw new DriveFault("session_not_ready", `The device of test ${this.place.test_id} was not made ready in time.`);
  }
}

/** Video has whole blocks of pixels: its shape is the display's up to this share. */
const ALIKE = 0.03;

/** The first idle device of a project that fits. @throws DriveFault no_idle_device */
async function firstIdle({ client }: DeviceAccess, project: string, keyword = ""): Promise<Device> {
  const query = { project, keyword, state: "idle", page_size: 1 } as const;
  const { list } = await client.call(ENDPOINTS.deviceList, { query });
  const [device] = list;
  if (device === undefined) throw new DriveFault("no_idle_device", "No device that fits is idle now.", "keyword");
  return device;
}

/** A debug session's test, also one that has ended. @throws ApiError test_not_found, test_not_in_project · DriveFault not_a_session */
export async function debugTest({ client }: DeviceAccess, project: string, test_id: string): Promise<Test> {
  const test = await client.call(ENDPOINTS.testGet, { params: { test_id }, query: { project } });
  if (test.kind === "debug") return test;
  throw new DriveFault("not_a_session", `Test ${test_id} is no debug session but of kind ${test.kind}.`, "test_id");
}

export const endedFault = ({ test_id, end_reason }: Pick<Test, "test_id" | "end_reason">): DriveFault =>
  new DriveFault("session_ended", `Session ${test_id} has ended: ${end_reason ?? "unknown"}.`, "test_id");

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === "test_ended";

/** What a call to a session failed by; of one that has ended meanwhile, why it did. */
export async function whyFailed(session: DeviceSession, error: unknown): Promise<unknown> {
  const isBroken = error instanceof DriveFault && (error.code === "stream_closed" || error.code === "no_answer");
  if (!isOver(error) && !isBroken) return error;
  const test = await session.state().catch(() => undefined);
  return test?.state === "ended" ? endedFault(test) : error;
}
