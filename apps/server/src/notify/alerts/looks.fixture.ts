import { expect } from "vitest";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { until, type Person, type TestServer } from "../../../test/harness.ts";

/**
 * As much time goes by as it takes that somebody looks, which is a minute: little by little, because the next minute begins
 * only once a look has ended, which nobody sees.
 */
export async function untilLooked(
  udt: TestServer,
  {
    as,
    clock = udt.clock,
    meanwhile,
  }: { as: Person; clock?: TestServer["clock"]; meanwhile?: () => Promise<void> | void },
): Promise<void> {
  const lookedAt = async () => (await udt.ok(ENDPOINTS.alertList, { as })).looked_at;
  const before = await lookedAt();
  await until(async () => {
    clock.turn(LIMITS.agent_heartbeat_ms);
    await meanwhile?.();
    expect(await lookedAt()).not.toBe(before);
  });
}
