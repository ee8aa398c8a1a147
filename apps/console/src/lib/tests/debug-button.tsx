import { DownOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { Button, Space } from "antd";
import { useState, type FormEvent } from "react";
import { LabelledPopover } from "../components/labelled-popover.tsx";
import { useT } from "../i18n/index.ts";
import { DURATION_PRESETS, isDuration, rememberedDuration } from "./duration.ts";
import "./debug-button.css";
import "../components/controls.css";

/**
 * One click starts at once with the duration used last; the arrow offers others. `onStart` gets a duration only when the
 * user chose one here.
 */
export function DebugButton(props: { model: string; pending: boolean; onStart: (duration_minutes?: number) => void }) {
  const t = useT("common");
  const [open, setOpen] = useState(false);
  const label = t("debug.start_on", { model: props.model, minutes: t("minutes", { count: rememberedDuration() }) });
  const choose = (minutes: number) => {
    setOpen(false);
    props.onStart(minutes);
  };
  return (
    <Space.Compact>
      <Button type="primary" loading={props.pending} aria-label={label} title={label} onClick={() => props.onStart()}>
        {t("debug.start")}
      </Button>
      <LabelledPopover
        label={t("debug.other")}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={<Durations onChoose={choose} />}
      >
        <Button
          type="primary"
          className="debug-arrow"
          disabled={props.pending}
          aria-label={t("debug.other")}
          aria-expanded={open}
          title={t("debug.other")}
          icon={<DownOutlined />}
        />
      </LabelledPopover>
    </Space.Compact>
  );
}

function Durations({ onChoose }: { onChoose: (minutes: number) => void }) {
  const t = useT("common");
  const remembered = rememberedDuration();
  const [custom, setCustom] = useState("");
  const valid = custom !== "" && isDuration(Number(custom));
  const range = t("debug.range", { min: LIMITS.debug_minutes_min, max: LIMITS.debug_minutes_max });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) onChoose(Number(custom));
  };
  return (
    <div className="debug-durations">
      {DURATION_PRESETS.map((minutes) => (
        <button
          key={minutes}
          type="button"
          className="udt-option"
          aria-current={minutes === remembered}
          onClick={() => onChoose(minutes)}
        >
          {t("minutes", { count: minutes })}
        </button>
      ))}
      <form onSubmit={submit} noValidate>
        <label>
          {t("debug.custom")}
          <input
            className="udt-input"
            inputMode="numeric"
            value={custom}
            placeholder={String(remembered)}
            aria-invalid={custom !== "" && !valid}
            onChange={(event) => setCustom(event.target.value.replace(/\D/g, "").slice(0, 4))}
          />
        </label>
        <Button htmlType="submit" disabled={!valid}>
          {t("debug.go")}
        </Button>
        <small data-bad={(custom !== "" && !valid) || undefined}>{range}</small>
      </form>
    </div>
  );
}
