import type { ParseFailure } from "@udt/contract";

/** Why a parsing failed, by document 2's reasons, and what there is to say of it. */
export class TaskFailure extends Error {
  readonly failure: ParseFailure;
  constructor(failure: ParseFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
