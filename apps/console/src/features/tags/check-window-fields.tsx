import { checkWindow, type CheckWindow } from "@udt/contract";
import { Select, Switch } from "antd";
import { Field, TimeInput } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ownTimeZone, timeZones } from "../../lib/time-zones.ts";
import "./check-window-fields.css";

/** Nights, where who looks at it is. */
const nights = (): CheckWindow => ({ from: "22:00", to: "06:00", time_zone: ownTimeZone() });

/** In which hours of the day checks by the clock begin, if in some alone. */
export function CheckWindowFields(props: {
  value: CheckWindow | null;
  /** What is wrong with it. */
  fault: string | undefined;
  onChange: (value: CheckWindow | null) => void;
}) {
  const t = useT("inspection");
  const { value, fault, onChange } = props;
  const wrong = value === null ? undefined : checkWindow.safeParse(value).error?.issues[0]?.path[0];
  const time = (key: "from" | "to") =>
    value && (
      <Field
        label={t(`window.${key}`)}
        error={wrong === key ? fault : undefined}
        render={(control) => (
          <TimeInput {...control} value={value[key]} onChange={(changed) => onChange({ ...value, [key]: changed })} />
        )}
      />
    );
  return (
    <>
      <label className="tags-default">
        <Switch
          aria-label={t("window.label")}
          checked={value !== null}
          onChange={(isOn) => onChange(isOn ? nights() : null)}
        />
        <span>
          <b>{t("window.label")}</b>
          <small>{t("window.hint")}</small>
        </span>
      </label>
      {value && (
        <div className="tags-window">
          {time("from")}
          {time("to")}
          <Field
            label={t("window.time_zone")}
            render={(control) => (
              <Select
                {...control}
                showSearch
                value={value.time_zone}
                options={timeZones().map((zone) => ({ value: zone, label: zone }))}
                onChange={(time_zone) => onChange({ ...value, time_zone })}
              />
            )}
          />
        </div>
      )}
    </>
  );
}
