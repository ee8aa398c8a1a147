import type { ProfileResult } from "@udt/contract";
import { StatePill } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Said } from "../../lib/words/index.ts";

export const SETTING_TONES = { kept: "good", set: "good", refused: "warning" } as const;

/** What became of a setting, and why it would not take. */
export function SettingResult({ result: { setting, state, reason } }: { result: ProfileResult }) {
  const words = useT("device-profile");
  return (
    <li data-setting={setting}>
      <span>{words(`setting.${setting}`)}</span>
      <StatePill tone={SETTING_TONES[state]}>{words(`state.${state}`)}</StatePill>
      {reason && (
        <div className="devices-check-said">
          <Said said={reason} />
        </div>
      )}
    </li>
  );
}
