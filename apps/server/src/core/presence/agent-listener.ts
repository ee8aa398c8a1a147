/** Who acts on what agents say. */
import {
  say,
  type AgentToServer,
  type DeviceReport,
  type Said,
  type ServerToAgent,
  type SessionReport,
  type UnreadDevice,
} from "@udt/contract";
import type { DevicePicturesService } from "../devices/device-pictures.service.ts";
import type { DevicesService, RefusedDevice } from "../devices/devices.service.ts";
import type { DeviceSessionsService } from "../sessions/sessions.service.ts";

type Welcome = Extract<ServerToAgent, { type: "welcome" }>;
type Report<Type extends AgentToServer["type"]> = Extract<AgentToServer, { type: Type }>;

/** Calls for one agent come one after the other, but for those of different sessions, and pictures. */
export interface AgentListener {
  /** Sessions it still holds, before anything else of its hello is looked at: it knows of no others. */
  forgotten(agent_id: string, sessions: SessionReport[]): Promise<void>;
  /** Everything the agent has; answers what to refuse of it. */
  devices(agent_id: string, devices: DeviceReport[], unread: readonly UnreadDevice[]): Promise<RefusedDevice[]>;
  /** Sessions it still holds; answers those that are alive. */
  sessions(agent_id: string, sessions: SessionReport[]): Promise<Welcome["sessions"]>;
  /** The link is up and welcome said. */
  welcomed(agent_id: string): Promise<void>;
  device(agent_id: string, device: DeviceReport): Promise<RefusedDevice | undefined>;
  deviceUnread(agent_id: string, device: UnreadDevice): Promise<void>;
  deviceGone(agent_id: string, serial: string, reason: Said): Promise<void>;
  session(agent_id: string, session: SessionReport): Promise<void>;
  picture(agent_id: string, report: Report<"picture">): Promise<void>;
  install(agent_id: string, report: Report<"install">): Promise<void>;
  /** Tasks it still works on; answers those that are still its own. */
  tasks(agent_id: string, task_ids: readonly string[]): Promise<string[]>;
  task(agent_id: string, report: Report<"task">): Promise<void>;
  /** How scripts run there is another way now: runs may wait for it. */
  scripts(agent_id: string): Promise<void>;
  /** Silent for too long, or revoked. */
  lost(agent_id: string): Promise<void>;
}

export interface ListenerNeeds {
  devices: DevicesService;
  pictures: DevicePicturesService;
  sessions: DeviceSessionsService;
  tasks: {
    reconcile(agent_id: string, task_ids: readonly string[]): Promise<string[]>;
    report(agent_id: string, report: Report<"task">): Promise<void>;
    agentLost(agent_id: string): Promise<void>;
    wake(): void;
  };
  installs: { report(agent_id: string, report: Report<"install">): Promise<void>; resume(agent_id: string): void };
  /** What is recorded at devices and may have to be asked for again. */
  recordings: { resume(agent_id: string): void };
}

/** Joins what agents say with the services that act on it. */
export function agentListener({
  devices,
  pictures,
  sessions,
  tasks,
  installs,
  recordings,
}: ListenerNeeds): AgentListener {
  /** The leases that each agent's last hello spoke of. */
  const held = new Map<string, ReadonlySet<number>>();
  const startPending = (agent_id: string) => sessions.startPending(agent_id, held.get(agent_id) ?? new Set());
  return {
    async forgotten(agent_id, reports) {
      await sessions.cleaned.forgotten(agent_id, reports);
      await sessions.endForgotten(agent_id, reports);
    },
    async devices(agent_id, reports, unread) {
      const { refused, moved, at, gone } = await devices.reportAll(agent_id, reports, unread);
      for (const device_id of moved) await sessions.deviceMoved(device_id, at);
      for (const device_id of gone) await sessions.deviceLost(device_id, say("device_not_listed"));
      return refused;
    },
    async sessions(agent_id, reports) {
      held.set(agent_id, new Set(reports.map((report) => report.lease_token)));
      const alive = await sessions.reconcile(agent_id, reports);
      await sessions.cleaned.byHello(agent_id, reports);
      return alive;
    },
    async welcomed(agent_id) {
      await startPending(agent_id);
      installs.resume(agent_id);
      recordings.resume(agent_id);
      tasks.wake();
    },
    async device(agent_id, report) {
      const { refused, moved, ready, at } = await devices.report(agent_id, report);
      for (const device_id of moved) await sessions.deviceMoved(device_id, at);
      await sessions.cleaned.byReady(agent_id, [...moved, ...ready]);
      if (ready.length > 0) await startPending(agent_id);
      return refused[0];
    },
    deviceUnread: (agent_id, device) => devices.unread(agent_id, device),
    async deviceGone(agent_id, serial, reason) {
      const device_id = await devices.gone(agent_id, serial, reason);
      if (device_id !== undefined) await sessions.deviceLost(device_id, reason);
    },
    session: (agent_id, report) => sessions.report(agent_id, report),
    picture: (agent_id, report) => pictures.keep(agent_id, report),
    install: (agent_id, report) => installs.report(agent_id, report),
    tasks: (agent_id, task_ids) => tasks.reconcile(agent_id, task_ids),
    task: (agent_id, report) => tasks.report(agent_id, report),
    scripts: (agent_id) => devices.agentChanged(agent_id),
    async lost(agent_id) {
      await sessions.agentLost(agent_id);
      await devices.agentChanged(agent_id);
      await tasks.agentLost(agent_id);
    },
  };
}
