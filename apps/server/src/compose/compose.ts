/** What there is in a server, and who knows whom. Nothing is used before it exists; all ends in the reverse of this order. */
import type { Inside } from "../core/mcp/inside-client.ts";
import { agentCareRoutes } from "../core/agent-care/agent-care.routes.ts";
import { AgentCareService } from "../core/agent-care/agent-care.service.ts";
import { agentListener } from "../core/presence/agent-listener.ts";
import { presenceRoutes } from "../core/presence/presence.routes.ts";
import { PresenceService } from "../core/presence/presence.service.ts";
import { AccessService } from "../people/projects/access.service.ts";
import type { TrustedProxies } from "../platform/http/addresses.ts";
import { startAssets } from "./assets.ts";
import { startCore, type Core } from "./core.ts";
import { startKinds, startRules } from "./kinds.ts";
import { startMcp } from "./mcp.ts";
import { startMembership } from "./membership.ts";
import { startNotify } from "./notify.ts";
import type { Platform } from "./open-platform.ts";
import { startOperations } from "./operations.ts";
import type { Parts } from "./parts.ts";
import { startPeople } from "./people.ts";
import { startTasks } from "./tasks.ts";

/** @param inside How the server calls itself, as its callers do. */
export async function compose(parts: Parts, platform: Platform, proxies: TrustedProxies, inside: Inside) {
  const people = await startPeople(parts, platform);
  const notifications = parts.add(startNotify(platform, people));
  const rules = startRules(parts, platform, { ...people, notifications });
  const core = await startCore(parts, platform, { ...people, ...rules });
  const assets = startAssets(parts, platform, { ...people, core, notifications });
  const tasks = startTasks(parts, platform, { core, ...assets });
  const presence = startPresence(parts, platform, { core, ...assets, ...tasks, proxies });
  const care = new AgentCareService({ ...platform, ...people, ...core, wakeTasks: () => tasks.tasks.wake() });
  parts.add({ service: care, mount: ({ routes }) => agentCareRoutes(routes, { agents: core.agents, care }) });
  const kinds = startKinds(parts, platform, { ...people, ...assets, notifications, core, rules });
  const { accounts } = rules;
  const { keys } = people.keys;
  startMembership(parts, platform, { ...people, ...assets, core, presence, notifications, accounts, keys });
  const operations = startOperations(parts, platform, { ...assets, ...kinds, people, core, notifications });
  startMcp(parts, platform, { ...people, ...core, inside });
  const authority = new AccessService({ ...people, ...people.keys, ...core });
  return { ...people, ...core, ...assets, ...kinds, ...operations, notifications, authority };
}

type PresenceNeeds = ReturnType<typeof startAssets> &
  ReturnType<typeof startTasks> & { core: Core; proxies: TrustedProxies };

/** Whoever acts on what agents say is there before the first of them can dial. */
function startPresence(parts: Parts, platform: Platform, needs: PresenceNeeds): PresenceService {
  const { settings } = platform;
  const { core, tasks, installs, recordings, proxies } = needs;
  const { devices, pictures, tests } = core;
  const listener = agentListener({ devices, pictures, sessions: tests.sessions, tasks, installs, recordings });
  const presence = new PresenceService({ ...platform, ...core, listener });
  const address = {
    ...settings,
    ipOf: (request: Parameters<TrustedProxies["clientOf"]>[0]) => proxies.clientOf(request),
  };
  return parts.add({
    service: presence,
    mount: ({ routes, sockets }) => presenceRoutes(routes, sockets, presence, address),
    // Closed before whoever waits for what agents were asked.
    close: () => presence.close(),
  });
}
