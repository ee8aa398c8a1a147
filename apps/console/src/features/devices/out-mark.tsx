import { StopOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import { DeviceMark } from "./device-mark.tsx";
import { useOutLine } from "./use-out-line.ts";

/** That nobody gets it once what it does now is over. */
export function OutMark({ out }: { out: NonNullable<Device["out_of_use"]> }) {
  const { whole } = useOutLine()(out);
  return <DeviceMark kind="broken" sign={<StopOutlined aria-hidden />} told={whole} />;
}
