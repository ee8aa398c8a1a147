export { DriveFault, type DeviceAccess, type DevicePlace, type DriveFaultCode } from "./access.ts";
export { DeviceSession, type TakeWish, type Target } from "./device-session.ts";
export { listElements, lineOfElement, pointOfElement, type ListedElement } from "./elements.ts";
export { toolRefusal, type ToolRefusal } from "./tools/refusals.ts";
export { DEVICE_TOOLS, mcpName } from "./tools/table.ts";
export type { Tool, ToolAnswer, ToolRoom } from "./tools/tool.ts";
