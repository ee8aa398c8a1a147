import { type Said, SaidError } from "@udt/base";
import type { ParseFailure } from "@udt/contract";

/** Why a parsing failed, by document 2's reasons, and what there is to say of it. */
export class TaskFailure extends SaidError {
  readonly failure: ParseFailure;
  constructor(failure: ParseFailure, said: Said, options?: ErrorOptions) {
    super(said, options);
    this.failure = failure;
  }
}
