import type { Group } from "./group.ts";

/** What each tile is told of its device and its place on the page. */
export interface TileProps {
  group: Group;
  device_id: string;
  isLeader: boolean;
  onLead: () => void;
  onTakeOut: () => void;
}
