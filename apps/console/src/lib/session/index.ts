export { logout } from "./logout.ts";
export { useIsGuest } from "./use-is-guest.ts";
export { useJoinRequests } from "./use-join-requests.ts";
export { projectQuery, useProject } from "./use-project.ts";
export { projectsQuery, useEveryProject, useProjects } from "./use-projects.ts";
export { userQuery, useUser } from "./use-user.ts";
export { useWaitingAccounts } from "./use-waiting-accounts.ts";
