import type { Client } from "@udt/client";
import type { DeviceEnvironment, DeviceProfile, InspectionConfig, Said, TestKind, WorkNotice } from "@udt/contract";
import type { Device } from "@udt/driver";
import type { EnvironmentStore } from "../environments/environment.ts";
import type { Logger } from "../logger.ts";
import type { RecordingSpool, ServerClock } from "../recording/index.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import type { Lease } from "./lease.ts";
import type { StreamEnd } from "./stream-socket.ts";

/** What an agent has for the work of every session. */
export interface WorkTools {
  client: Client;
  dataDir: string;
  environments: EnvironmentStore;
  clock: ServerClock;
  spool: RecordingSpool;
  /** Whom a device is to reach when it checks itself; null for its own gateway. */
  selfCheckAddress: string | null;
  /** A job's image could not be used. */
  onImageFailed(): void;
}

/** What a session gives its work: the device, and what it keeps of it. */
export interface WorkRoom extends WorkTools {
  lease: Lease;
  device_id: string;
  device: Device;
  screen: ScreenKeeper;
  log: Logger;
  /** What the device is brought to when the session is over. */
  profile: DeviceProfile;
  /** What stays on it whatever is cleaned, and what is to be there. */
  environment: DeviceEnvironment;
  /** Cleaning leaves these packages on the device. */
  keepPackages(packages: readonly string[]): Promise<void>;
}

/** What an agent does by itself at a device that it has made ready. */
export interface SessionWork {
  /**
   * Resolves when it is done and the server knows how it went. The signal ends it at once. Where it rejects the session
   * ends, with why.
   */
  run(signal: AbortSignal): Promise<void>;
  /** What the server tells it meanwhile. */
  take(notice: WorkNotice): void;
}

/** The work of each kind of test; null where people do it. */
export type SessionWorks = Readonly<Record<TestKind, ((room: WorkRoom) => SessionWork) | null>>;

/** Checks a device before it is handed out; answers why it is not, or null. */
export type CheckBefore = (room: WorkRoom, config: InspectionConfig, signal: AbortSignal) => Promise<Said | null>;

/** Serves a stream `trial` of one session. The signal ends it at once. */
export type ServeTrial = (socket: StreamEnd, signal: AbortSignal) => Promise<void>;

/** What an agent does at the devices of sessions. */
export interface AtDevices {
  works: SessionWorks;
  checkBefore: CheckBefore;
  /** How scripts are tried at a session's device. */
  trialsOf(room: () => WorkRoom): ServeTrial;
}
