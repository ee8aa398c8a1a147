import { DEVICE_STATES, type DeviceState } from "@udt/contract";
import { DEVICE_TONES } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** How many devices are in each state; a click shows only those, another click all again. */
export function StateCounts(props: {
  counts: Partial<Record<DeviceState, number>>;
  chosen: DeviceState | undefined;
  onChoose: (state: DeviceState | undefined) => void;
}) {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  return DEVICE_STATES.filter((state) => (props.counts[state] ?? 0) > 0 || state === props.chosen).map((state) => (
    <button
      key={state}
      type="button"
      className="udt-pill devices-count"
      data-tone={DEVICE_TONES[state]}
      aria-pressed={state === props.chosen}
      title={state === props.chosen ? t("pill_clear") : undefined}
      onClick={() => props.onChoose(state === props.chosen ? undefined : state)}
    >
      {t("pill", { count: format.number(props.counts[state] ?? 0), state: common(`device_state_count.${state}`) })}
    </button>
  ));
}
