import { SaidError, say } from "@udt/base";
import type { FileFault } from "@udt/contract";

/** A refusal in the device's own words, such as `INSTALL_FAILED_VERSION_DOWNGRADE`. */
export class DeviceRefusal extends SaidError {
  /** @param said What the words mean, where that is known. */
  constructor(words: string, said = say("device_refused", {}, words), options?: ErrorOptions) {
    super(said, options);
    this.name = "DeviceRefusal";
  }
}

/** What a device's file system refuses, in its own words, at a path. */
export class FileRefusal extends DeviceRefusal {
  readonly fault: FileFault;
  readonly path: string;
  constructor(fault: FileFault, path: string, words: string, options?: ErrorOptions) {
    super(words, say("device_refused", {}, words), options);
    this.name = "FileRefusal";
    this.fault = fault;
    this.path = path;
  }
}
