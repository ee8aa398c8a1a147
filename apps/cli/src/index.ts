export { memoryOf, type RoleMemory } from "./role-memory.ts";
