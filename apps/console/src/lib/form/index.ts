export { Choices, Field, type ControlProps } from "./field.tsx";
export { LeaveGuard } from "./leave-guard.tsx";
export { found, PICKED, Picker, unknownOption, type PickOption } from "./picker.tsx";
