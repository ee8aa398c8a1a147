import { audienceOf, type Announce } from "../../platform/bus.ts";

/** Tells, once the transaction is committed, that a test is not as it was. */
export const tellOf = (announce: Announce, test: { project_id: string | null; test_id: string }): void =>
  announce(audienceOf(test), { type: "test.changed", test_id: test.test_id });
