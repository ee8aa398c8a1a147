import type { EndReason, TestKind } from "@udt/contract";
import type { Announce, EventPayload } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import type * as repository from "./tests.repository.ts";

/** What a change of states needs to know of a test's kind. */
export interface RunningPhase {
  /** The phase in which a device begins to run. */
  readonly running_phase: repository.PhaseRow["name"];
}

/** The transaction in which states change, with its time and its events. */
export interface Change {
  tx: Queries;
  announce: Announce;
  now: number;
  kinds: Readonly<Record<TestKind, RunningPhase>>;
  /** Sessions that the transaction begins besides what it was asked for: their agents are asked once it is committed. */
  begun: repository.DeviceSession[];
  /** Tests that the transaction ends besides: their kinds are told within it. */
  alsoEnded: { test: repository.TestRow; reason: EndReason }[];
  /** Announces devices that are held, or held no longer. */
  devicesChanged(device_ids: readonly string[]): Promise<void>;
  /** Announces what is news to whoever sees a device. */
  tell(device_id: string, payload: EventPayload): Promise<void>;
}

/** A device's part in a test, as the transaction knows it. */
export interface Part {
  test: repository.TestRow;
  device: repository.TestDeviceRow;
}
