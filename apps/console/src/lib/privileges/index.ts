export { privilegesQuery, useMay, usePrivileges, type Asked, type Privileges } from "./use-privileges.ts";
