/** What agents say, and who acts on it. */
import type { AgentToServer, DeviceReport, Said, ServerToAgent, SessionReport } from "@udt/contract";

type Welcome = Extract<ServerToAgent, { type: "welcome" }>;
export type TaskReport = Extract<AgentToServer, { type: "task" }>;
export type InstallReport = Extract<AgentToServer, { type: "install" }>;

/** A device that another live agent holds. */
export interface RefusedDevice {
  serial: string;
  device_id: string;
  agent_name: string;
}

/** Who acts on what agents say. Calls for one agent come one after the other, but for those of different sessions. */
export interface AgentListener {
  /** Sessions it still holds, before anything else of its hello is looked at: it knows of no others. */
  forgotten(agent_id: string, sessions: SessionReport[]): Promise<void>;
  /** Everything the agent has; answers what to refuse of it. */
  devices(agent_id: string, devices: DeviceReport[]): Promise<RefusedDevice[]>;
  /** Sessions it still holds; answers those that are alive. */
  sessions(agent_id: string, sessions: SessionReport[]): Promise<Welcome["sessions"]>;
  /** The link is up and welcome said. */
  welcomed(agent_id: string): Promise<void>;
  device(agent_id: string, device: DeviceReport): Promise<RefusedDevice | undefined>;
  deviceGone(agent_id: string, serial: string, reason: Said): Promise<void>;
  session(agent_id: string, session: SessionReport): Promise<void>;
  install(agent_id: string, report: InstallReport): Promise<void>;
  /** Tasks it still works on; answers those that are still its own. */
  tasks(agent_id: string, task_ids: readonly string[]): Promise<string[]>;
  task(agent_id: string, report: TaskReport): Promise<void>;
  /** How scripts run there is another way now: runs may wait for it. */
  scripts(agent_id: string): Promise<void>;
  /** Silent for too long, or revoked. */
  lost(agent_id: string): Promise<void>;
}
