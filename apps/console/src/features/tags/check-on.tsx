import { CHECK_OCCASIONS, type CheckOccasion } from "@udt/contract";
import { Checkbox } from "antd";
import { useT } from "../../lib/i18n/index.ts";
import "./check-on.css";

/** On what a device is checked besides the clock, each with what that means. */
export function CheckOn(props: { value: readonly CheckOccasion[]; onChange: (value: CheckOccasion[]) => void }) {
  const t = useT("inspection");
  const { value, onChange } = props;
  return (
    <fieldset className="udt-field udt-check-on">
      <legend>{t("on.label")}</legend>
      {CHECK_OCCASIONS.map((occasion) => (
        <Checkbox
          key={occasion}
          checked={value.includes(occasion)}
          onChange={({ target }) =>
            onChange(CHECK_OCCASIONS.filter((one) => (one === occasion ? target.checked : value.includes(one))))
          }
        >
          <b>{t(`on.${occasion}`)}</b>
          <small className="udt-secondary">{t(`on.${occasion}_hint`)}</small>
        </Checkbox>
      ))}
    </fieldset>
  );
}
