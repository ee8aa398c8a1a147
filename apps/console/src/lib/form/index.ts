export { Choices, Field, type ControlProps } from "./field.tsx";
export { LeaveGuard } from "./leave-guard.tsx";
