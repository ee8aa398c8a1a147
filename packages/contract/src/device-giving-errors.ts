/** What is refused because of whom a device is given to: part of `ERRORS`. */
import { row } from "./error-row.ts";

export const DEVICE_GIVING_ERRORS = {
  device_used_by_project: row(
    10370,
    409,
    "device {serial} is used by a project that it would be taken from: end what runs on it first",
  ),
  device_shared: row(
    10371,
    403,
    "device {serial} is seen by other projects too: administrators of the server take it out of use and place it",
  ),
  agent_gives_elsewhere: row(
    10372,
    409,
    "agents that serve this project alone have devices that are given to others ({names}; devices: {count}): administrators of the server register them for another project first, or take the devices back",
  ),
} as const;
