import { FireOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { saidLine } from "../../lib/words/index.ts";
import { DeviceMark } from "./device-mark.tsx";
import { AloneToggle } from "./alone-toggle.tsx";

/** That it needs care soon, and why. */
export function CareMark({ care }: Pick<Device, "care">) {
  const t = useT("devices");
  if (care.length === 0) return null;
  const told = t("wear.mark", { why: care.map(saidLine).join(" · ") });
  return <DeviceMark kind="care" sign={<FireOutlined aria-hidden />} told={told} />;
}

/** Narrows the list to those that need care soon. */
export function CareFilter({ isOn, onChange }: { isOn: boolean; onChange: (care: "1" | undefined) => void }) {
  const t = useT("devices");
  return <AloneToggle label={t("wear.filter")} isOn={isOn} onChange={onChange} />;
}
