export { announceNoPrivilege, onNoPrivilege } from "./no-privilege.ts";
export { privilegesQuery, useMay, usePrivileges, type Asked, type Privileges } from "./use-privileges.ts";
