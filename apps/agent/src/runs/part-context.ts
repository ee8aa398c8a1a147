import type { Logger } from "../logger.ts";
import type { Recording, RecordingSpec, Upload } from "../recording/index.ts";
import type { DeviceHand } from "../screen/device-hand.ts";
import type { RunApi } from "./run-api.ts";
import type { PlaceContext } from "./run-workplace.ts";

/** What one device's part in a run is given. */
export interface PartContext extends PlaceContext {
  api: RunApi;
  hand: DeviceHand;
  log: Logger;
  upload: Upload;
  /** Where what goes to the server lies until it is there. */
  spoolFolder: string;
  record(spec: RecordingSpec): Recording;
  /** Cleaning leaves these packages on the device. */
  keepPackages(packages: readonly string[]): Promise<void>;
}
