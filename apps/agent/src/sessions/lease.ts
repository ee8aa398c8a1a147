import type { ErrorArgs, ErrorName } from "@udt/contract";
import type { FileRefusal } from "@udt/driver";

/** The right to a device, as every message about a session carries it. */
export interface Lease {
  test_id: string;
  serial: string;
  lease_token: number;
}

export const leaseOf = ({ test_id, serial, lease_token }: Lease): Lease => ({ test_id, serial, lease_token });

/** A request of the server that this agent refuses, by a row of the error table. */
export class Refusal extends Error {
  readonly code: ErrorName;
  readonly args: ErrorArgs;

  constructor(code: ErrorName, args: ErrorArgs = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = "Refusal";
    this.code = code;
    this.args = args;
  }
}

/** What the device's file system refuses, with its own words as evidence. */
export const refusalOfFile = (error: FileRefusal): Refusal =>
  new Refusal(error.fault, { path: error.path, reason: error.said }, { cause: error });
