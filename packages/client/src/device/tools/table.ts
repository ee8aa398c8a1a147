import { APP_TOOLS } from "./apps.ts";
import { DRIVE_TOOLS } from "./drive.ts";
import { FILE_TOOLS } from "./files.ts";
import { FIND_TOOLS } from "./find.ts";
import { MEASURE_TOOLS } from "./measure.ts";
import type { Tool } from "./tool.ts";

/** All that programs do with devices: the tools of `/mcp`, and the commands of `udt device`. */
export const DEVICE_TOOLS: readonly Tool[] = [
  ...FIND_TOOLS,
  ...DRIVE_TOOLS,
  ...APP_TOOLS,
  ...FILE_TOOLS,
  ...MEASURE_TOOLS,
];

/** What the tool is called by MCP clients. */
export const mcpName = ({ name }: Pick<Tool, "name">): string => `device_${name.replaceAll("-", "_")}`;
