import { isThing, type OutlineSection } from "@udt/low-code";
import { Button, Select } from "antd";
import { PlusOutlined } from "@ant-design/icons";
import { useId } from "react";
import { CloseForm } from "./close-form.tsx";
import { useT } from "../../../../../lib/i18n/index.ts";
import { saidOrNot } from "../saying.ts";
import type { Doings } from "../use-doing.ts";
import { DataGrid } from "./data-grid.tsx";
import { Cell, RecordInput } from "./record-input.tsx";

/** What a case or a block says beside its steps: its name, variables, rows of data, parameters. */
export function SectionForm(props: { section: OutlineSection; doing: Pick<Doings, "set">; onClose: () => void }) {
  const t = useT("steps");
  const id = useId();
  const { section, doing, onClose } = props;
  const { kind, path, name, says } = section;
  const { variables, data, parameters } = says;
  const set = (field: string) => (value: unknown) => doing.set(path, [field], value);
  const rows = Array.isArray(data) ? data.filter(isThing) : [];
  return (
    <div
      role="group"
      className="steps-form"
      aria-label={t("form.label", { name })}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <CloseForm onClose={onClose} />
      {kind === "block" ? (
        <div className="steps-field">
          <label htmlFor={id}>{t("field.parameters")}</label>
          <div className="steps-control">
            <Select
              id={id}
              aria-label={t("field.parameters")}
              size="small"
              mode="tags"
              open={false}
              suffixIcon={null}
              value={Array.isArray(parameters) ? parameters.map(String) : []}
              onChange={(next: string[]) => set("parameters")(next.length === 0 ? undefined : next)}
            />
          </div>
        </div>
      ) : (
        <>
          <div className="steps-field">
            <label>{t("field.name")}</label>
            <div className="steps-control">
              <Cell label={t("field.name")} value={says["name"]} onSet={set("name")} />
            </div>
          </div>
          <div className="steps-field" data-wide>
            <label>{t("field.variables")}</label>
            <div className="steps-control">
              <RecordInput
                label={t("field.variables")}
                value={isThing(variables) ? variables : {}}
                names={undefined}
                onSet={(next) => set("variables")(saidOrNot(next))}
              />
            </div>
          </div>
          <div className="steps-field" data-wide>
            <label>{t("field.data")}</label>
            <div className="steps-control">
              {rows.length === 0 ? (
                <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => set("data")([{ row: "1" }])}>
                  {t("form.add", { field: t("field.data") })}
                </Button>
              ) : (
                <DataGrid rows={rows} onSet={set("data")} />
              )}
            </div>
          </div>
        </>
      )}
    </div>
  );
}
