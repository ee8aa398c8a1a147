import type { Device } from "@udt/driver";
import type { EnvironmentStore } from "../environments/environment.ts";
import type { Logger } from "../logger.ts";
import type { Recording, RecordingSpec, Upload } from "../recording/index.ts";
import type { DeviceHand } from "../screen/device-hand.ts";
import type { RunApi } from "./run-api.ts";
import type { SnapshotCache } from "./snapshot-cache.ts";

/** What one device's part in a run is given. */
export interface PartContext {
  api: RunApi;
  device: Device;
  hand: DeviceHand;
  /** A folder of this part alone. */
  folder: string;
  /** The agent's own, for packages that libraries ask for. */
  environments: EnvironmentStore;
  snapshots: SnapshotCache;
  log: Logger;
  upload: Upload;
  record(spec: RecordingSpec): Recording;
  /** A script did something with the device. */
  onWorked(): void;
  /** Cleaning leaves these packages on the device. */
  keepPackages(packages: readonly string[]): Promise<void>;
  /** The job's image could not be used: perhaps there is no engine any more. */
  onImageFailed(): void;
}
