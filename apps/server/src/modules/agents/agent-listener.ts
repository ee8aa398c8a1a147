import { say } from "@udt/contract";
import type { DevicesService } from "../devices/devices.service.ts";
import type { SessionsService } from "../tests/sessions.service.ts";
import type { AgentListener, InstallReport } from "./agents.service.ts";

/** Joins what agents say with the services that act on it. */
export function agentListener(
  devices: DevicesService,
  sessions: SessionsService,
  onInstall: (agent_id: string, report: InstallReport) => Promise<void>,
): Omit<AgentListener, "tasks" | "task"> {
  /** The leases that each agent's last hello spoke of. */
  const held = new Map<string, ReadonlySet<number>>();
  return {
    forgotten: (agent_id, reports) => sessions.endForgotten(agent_id, reports),
    async devices(agent_id, reports) {
      const { refused, moved, at, gone } = await devices.reportAll(agent_id, reports);
      for (const device_id of moved) await sessions.deviceMoved(device_id, at);
      for (const device_id of gone) await sessions.deviceLost(device_id, say("device_not_listed"));
      return refused;
    },
    sessions(agent_id, reports) {
      held.set(agent_id, new Set(reports.map((report) => report.lease_token)));
      return sessions.reconcile(agent_id, reports);
    },
    async welcomed(agent_id) {
      await sessions.startPending(agent_id, held.get(agent_id) ?? new Set());
    },
    async device(agent_id, report) {
      const { refused, moved, ready, at } = await devices.report(agent_id, report);
      for (const device_id of moved) await sessions.deviceMoved(device_id, at);
      if (ready.length > 0) await sessions.startPending(agent_id, held.get(agent_id) ?? new Set());
      return refused[0];
    },
    async deviceGone(agent_id, serial, reason) {
      const device_id = await devices.gone(agent_id, serial, reason);
      if (device_id !== undefined) await sessions.deviceLost(device_id, reason);
    },
    session: (agent_id, report) => sessions.report(agent_id, report),
    install: onInstall,
    scripts: (agent_id) => devices.agentChanged(agent_id),
    async lost(agent_id) {
      await sessions.agentLost(agent_id);
      await devices.agentChanged(agent_id);
    },
  };
}
