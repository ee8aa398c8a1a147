import { ORDER_AFTER, type InspectionConfig } from "@udt/contract";
import { Choices } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** What follows where a blocking step fails, and what a work order means. */
export function OrderAfterField(props: {
  value: InspectionConfig["order_after"];
  onChange: (value: InspectionConfig["order_after"]) => void;
}) {
  const t = useT("inspection");
  return (
    <div>
      <Choices
        label={t("after.label")}
        value={props.value}
        options={ORDER_AFTER.map((value) => ({ value, label: t(`after.${value}`) }))}
        onChange={props.onChange}
      />
      <span className="udt-field-note">{t("after.hint")}</span>
    </div>
  );
}
