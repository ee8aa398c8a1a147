import { BEFORE_SESSIONS, type InspectionConfig } from "@udt/contract";
import { Select } from "antd";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** Before whose sessions a device is checked. */
export function BeforeSessionsField(props: {
  value: InspectionConfig["before_sessions"];
  onChange: (value: InspectionConfig["before_sessions"]) => void;
}) {
  const t = useT("inspection");
  return (
    <Field
      label={t("before.label")}
      hint={t("before.hint")}
      render={(control) => (
        <Select
          {...control}
          value={props.value}
          options={BEFORE_SESSIONS.map((value) => ({ value, label: t(`before.${value}`) }))}
          onChange={props.onChange}
        />
      )}
    />
  );
}
