export { AgentCommand } from "./agent-command.tsx";
export { AgentList } from "./agent-list.tsx";
export { AgentProjects } from "./agent-projects.tsx";
export { ConnectPhone } from "./connect-phone.tsx";
export { useCreateAgent } from "./use-create-agent.ts";
