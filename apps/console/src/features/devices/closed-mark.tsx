import { LockOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { DeviceMark } from "./device-mark.tsx";

type Access = Pick<Device, "task_access" | "remote_access">;

/** In words, what a device is not there for; of one that is not there for something. */
export function closedKey({ task_access, remote_access }: Access) {
  if (task_access) return "placement.no_remote";
  return remote_access ? "placement.no_tasks" : "placement.nothing";
}

/** That a device is not there for tasks, debugging or both. */
export function ClosedMark({ device }: { device: Access }) {
  const t = useT("devices");
  if (device.task_access && device.remote_access) return null;
  const told = t(closedKey(device));
  return <DeviceMark kind="closed" sign={<LockOutlined aria-hidden />} told={told} />;
}
