import {
  DEFAULT_INSPECTION,
  INSPECTION_LANGUAGES,
  INSPECTION_LEVELS,
  LEVELLED,
  LIMITS,
  type InspectionConfig,
  type Levelled,
  type TagWish,
} from "@udt/contract";
import { Checkbox, Input, InputNumber, Select, Switch } from "antd";
import { useId, type ReactNode } from "react";
import { Field, type ControlProps } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { BeforeSessionsField } from "./before-sessions-field.tsx";
import { CheckOn } from "./check-on.tsx";
import { CheckWindowFields } from "./check-window-fields.tsx";
import { OrderAfterField } from "./order-after-field.tsx";
import type { InspectionFaults } from "./use-tag-editor.ts";

interface Props {
  config: InspectionConfig;
  faults: InspectionFaults;
  change(part: Partial<InspectionConfig>): void;
}

/** How the tag's devices check themselves, if it says so. */
export function InspectionFields({
  draft,
  faults,
  change,
}: {
  draft: TagWish;
  faults: InspectionFaults;
  change: (part: Partial<TagWish>) => void;
}) {
  const t = useT("tags");
  const { inspection } = draft;
  return (
    <>
      <label className="tags-default">
        <Switch
          aria-label={t("field.inspection")}
          checked={inspection !== null}
          onChange={(isOn) => change({ inspection: isOn ? DEFAULT_INSPECTION : null })}
        />
        <span>
          <b>{t("field.inspection")}</b>
          <small>{t("hint.inspection")}</small>
        </span>
      </label>
      {inspection && (
        <Config
          config={inspection}
          faults={faults}
          change={(part) => change({ inspection: { ...inspection, ...part } })}
        />
      )}
    </>
  );
}

function Config(props: Props) {
  const t = useT("tags");
  const { config, faults, change } = props;
  return (
    <fieldset className="udt-field tags-inspection" aria-label={t("inspection.title")}>
      <Field
        label={t("inspection.hours")}
        hint={t("inspection.hours_hint", { max: LIMITS.inspection_hours_max })}
        error={faults.check_every_hours}
        render={(control) => (
          <InputNumber
            {...control}
            placeholder={t("inspection.never")}
            value={config.check_every_hours}
            onChange={(check_every_hours) => change({ check_every_hours })}
          />
        )}
      />
      <CheckWindowFields
        value={config.check_window}
        fault={faults.check_window}
        onChange={(check_window) => change({ check_window })}
      />
      <CheckOn value={config.check_on} onChange={(check_on) => change({ check_on })} />
      <BeforeSessionsField value={config.before_sessions} onChange={(before_sessions) => change({ before_sessions })} />
      <OrderAfterField value={config.order_after} onChange={(order_after) => change({ order_after })} />
      <p className="udt-secondary">{t("inspection.levels")}</p>
      {LEVELLED.map((of) => (
        <Step key={of} of={of} {...props} />
      ))}
    </fieldset>
  );
}

/** How grave a fault is, and beside it from where on it is one. */
function Step({ of, config, faults, change }: Props & { of: Levelled }) {
  const t = useT("inspection");
  const { levels } = config;
  // A network that nobody asks answers neither soon nor late.
  const isUnasked = of === "latency" && levels.network === "off";
  return (
    <div className="tags-inspected" data-of={of}>
      <Field
        label={t(`of.${of}`)}
        hint={isUnasked ? t("with_network") : undefined}
        render={(control) => (
          <Select
            {...control}
            disabled={isUnasked}
            value={levels[of]}
            options={INSPECTION_LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
            onChange={(level) => change({ levels: { ...levels, [of]: level } })}
          />
        )}
      />
      {levels[of] !== "off" && !isUnasked && <Limit of={of} config={config} faults={faults} change={change} />}
    </div>
  );
}

/** A number that is not there yet is none, which the field says. */
const shown = (value: number) => (Number.isNaN(value) ? null : value);

function Limit({ of, config, faults, change }: Props & { of: Levelled }): ReactNode {
  const t = useT("tags");
  const words = useT("inspection");
  const field = (key: keyof InspectionFaults & ("free_gb" | "network_address" | "latency_ms")) => ({
    label: t(`inspection.${key}`),
    error: faults[key],
  });
  switch (of) {
    case "storage":
      return (
        <Field
          {...field("free_gb")}
          render={(control) => (
            <InputNumber
              {...control}
              value={shown(config.free_gb)}
              onChange={(value) => change({ free_gb: value ?? Number.NaN })}
            />
          )}
        />
      );
    case "network":
      return (
        <Field
          {...field("network_address")}
          render={(control: ControlProps) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder={words("limit.address")}
              value={config.network_address ?? ""}
              onChange={({ target }) => change({ network_address: target.value.trim() || null })}
            />
          )}
        />
      );
    case "latency":
      return (
        <Field
          {...field("latency_ms")}
          render={(control) => (
            <InputNumber
              {...control}
              value={shown(config.latency_ms)}
              onChange={(value) => change({ latency_ms: value ?? Number.NaN })}
            />
          )}
        />
      );
    case "language":
      return <Languages config={config} faults={faults} change={change} />;
    default:
      return null;
  }
}

function Languages({ config, faults, change }: Props) {
  const note = useId();
  const t = useT("tags");
  const words = useT("inspection");
  return (
    <fieldset className="udt-field tags-languages">
      <legend>{t("inspection.languages")}</legend>
      {INSPECTION_LANGUAGES.map((language) => (
        <Checkbox
          key={language}
          aria-invalid={faults.languages !== undefined}
          aria-describedby={note}
          checked={config.languages.includes(language)}
          onChange={({ target }) =>
            change({
              languages: INSPECTION_LANGUAGES.filter((one) =>
                one === language ? target.checked : config.languages.includes(one),
              ),
            })
          }
        >
          {words(`language.${language}`)}
        </Checkbox>
      ))}
      <span id={note} className="udt-field-note" data-error={faults.languages !== undefined || undefined} role="status">
        {faults.languages}
      </span>
    </fieldset>
  );
}
