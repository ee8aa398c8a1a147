import { LIMITS } from "@udt/contract";
import type { ScriptedAgent } from "./scripted-agent.ts";
import type { TurnableClock } from "./turnable-clock.ts";

/**
 * Time passes as agents see it that live: none is silent for as long as would make it lost.
 * @param heard Waits until every server knows of it, where there are several.
 */
export async function passTime(
  clock: TurnableClock,
  agents: readonly ScriptedAgent[],
  ms: number,
  heard = () => Promise.resolve(),
): Promise<void> {
  const end = clock.now() + ms;
  const speak = async () => {
    await Promise.all(agents.map((agent) => agent.heartbeat()));
    await heard();
  };
  while (clock.now() < end) {
    await speak();
    clock.turn(Math.min(LIMITS.agent_heartbeat_ms, end - clock.now()));
  }
  await speak();
}
