/** Which agents sign apps, and are given the keys for that: what is asked of them, what is offered and what is refused follow from this. */
import type { ProjectSigners } from "@udt/contract";
import type { AgentRow } from "./agents.repository.ts";

/** What an agent said of itself. */
export type SigningSkills = Pick<AgentRow, "signing_tool" | "scripts">;

/** Where users' scripts run as the agent's own user, any of them could read what lies in its folders. */
export const maySign = ({ signing_tool, scripts }: SigningSkills): boolean =>
  signing_tool !== null && scripts?.isolation === "namespaces";

/** One that has a tool and has yet to say how it runs scripts may turn out to: what is asked of it waits. */
const mightSign = (agent: SigningSkills): boolean =>
  maySign(agent) || (agent.signing_tool !== null && agent.scripts === null);

/** An agent of a project, and whether it takes work now. */
export type Signer = SigningSkills & { agent_name: string; is_taking: boolean };

/** Who signs for a project, those that do it now first, and what is refused where none ever would. */
export function signersAmong(agents: readonly Signer[]): ProjectSigners {
  const list = agents.flatMap(({ agent_name, is_taking, ...skills }) =>
    skills.signing_tool ? [{ agent_name, is_ready: is_taking && maySign(skills), ...skills.signing_tool }] : [],
  );
  const isHopeless = !agents.some(mightSign);
  return {
    list: list.toSorted((a, b) => Number(b.is_ready) - Number(a.is_ready)),
    refusal: list.length === 0 ? "resign_no_tool" : isHopeless ? "resign_unisolated" : null,
  };
}
