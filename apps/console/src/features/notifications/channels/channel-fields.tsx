import { DIGEST_DAYS, DIGEST_TARGETS, LIMITS, rules, UI_LANGUAGES } from "@udt/contract";
import { Checkbox, Input, InputNumber, Select } from "antd";
import { Choices, Field, TimeInput } from "../../../lib/form/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { LANGUAGE_NAMES, useT } from "../../../lib/i18n/index.ts";
import { AddressFields } from "./address-fields.tsx";
import type { ChannelFieldsProps } from "./channel-fields-props.ts";
import { channelKindsOf } from "./channel-values.ts";

/** What a channel is, in the order that one thinks of it: who it is for, how it reaches them, when it speaks. */
export function ChannelFields(props: ChannelFieldsProps) {
  const t = useT("notifications");
  const format = useFormat();
  const { owner, values, errorOf, onChange } = props;
  const scheduled = values.kind === "scheduled";
  return (
    <>
      <Field
        label={t("editor.name")}
        hint={t("editor.name_hint")}
        error={errorOf("name")}
        render={(control) => (
          <Input
            {...control}
            name="name"
            autoFocus
            autoComplete="off"
            value={values.name}
            {...(control["aria-invalid"] && { status: "error" })}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      />
      <div className="notifications-kinds">
        <Choices
          label={t("editor.kind")}
          value={values.kind}
          options={channelKindsOf(owner).map((value) => ({
            value,
            label: t(`kind.${value}`),
            hint: t(`kind_hint.${value}`),
          }))}
          onChange={(kind) => onChange({ kind })}
        />
      </div>
      {scheduled && <ScheduleFields {...props} />}
      <AddressFields {...props} />
      <Field
        label={t("editor.language")}
        render={(control) => (
          <Select
            {...control}
            value={values.language}
            options={UI_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(language) => onChange({ language })}
          />
        )}
      />
      <Field
        label={t("editor.comment")}
        hint={t("editor.comment_hint", {
          used: format.number(rules.characters(values.comment.trim())),
          max: format.number(LIMITS.notification_comment_max),
        })}
        error={errorOf("comment")}
        render={(control) => (
          <Input
            {...control}
            name="comment"
            autoComplete="off"
            value={values.comment}
            {...(control["aria-invalid"] && { status: "error" })}
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        )}
      />
      {!scheduled && owner !== null && <ThresholdField {...props} />}
    </>
  );
}

function ThresholdField({ values, errorOf, onChange }: ChannelFieldsProps) {
  const t = useT("notifications");
  const error = errorOf("threshold");
  return (
    <div className="udt-field">
      <div className="notifications-threshold">
        <Checkbox
          checked={values.has_threshold}
          onChange={(event) => onChange({ has_threshold: event.target.checked })}
        >
          {t("editor.threshold_on")}
        </Checkbox>
        <InputNumber
          name="threshold"
          min={1}
          max={100}
          precision={0}
          suffix={t("editor.threshold_unit")}
          aria-label={t("editor.threshold_on")}
          aria-invalid={error !== undefined}
          disabled={!values.has_threshold}
          value={values.threshold}
          onChange={(threshold) => onChange({ threshold })}
        />
      </div>
      <span className="udt-field-note" data-error={error !== undefined || undefined} role="status">
        {error ?? t("editor.threshold_hint")}
      </span>
    </div>
  );
}

function ScheduleFields({ values, errorOf, onChange }: ChannelFieldsProps) {
  const t = useT("notifications");
  return (
    <>
      <p className="udt-secondary">{t("editor.digest_hint")}</p>
      <Choices
        label={t("editor.target")}
        value={values.target}
        options={DIGEST_TARGETS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(target) => onChange({ target })}
      />
      <Choices
        label={t("editor.schedule")}
        value={values.days}
        options={DIGEST_DAYS.map((value) => ({ value, label: t(`editor.days.${value}`) }))}
        onChange={(days) => onChange({ days })}
      />
      <div className="notifications-pair">
        <Field
          label={t("editor.time")}
          error={errorOf("time")}
          render={(control) => (
            <TimeInput
              {...control}
              name="time"
              value={values.time}
              {...(control["aria-invalid"] && { status: "error" })}
              onChange={(time) => onChange({ time })}
            />
          )}
        />
        <Field
          label={t("editor.time_zone")}
          error={errorOf("time_zone")}
          render={(control) => (
            <Select
              {...control}
              showSearch
              value={values.time_zone}
              options={timeZones(values.time_zone).map((value) => ({ value, label: value }))}
              onChange={(time_zone) => onChange({ time_zone })}
            />
          )}
        />
      </div>
    </>
  );
}

/** What the browser knows, and the present one, which another browser may have known. */
const timeZones = (present: string): string[] => [...new Set([present, "UTC", ...Intl.supportedValuesOf("timeZone")])];
