import { see, type Section } from "../platform/operations-page.ts";

/** Why a command cannot be done; its message is the sentence for the operator, and where they read what to do. */
export class OperatorRefusal extends Error {
  constructor(sentence: string, section: Section, options?: ErrorOptions) {
    super(`${sentence} ${see(section)}`, options);
  }
}

/** One that a running server said, with its section. */
export class RelayedRefusal extends Error {}
