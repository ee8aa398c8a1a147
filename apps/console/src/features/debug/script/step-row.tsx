import { Checkbox, InputNumber, Select } from "antd";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useAppNames } from "../apps/use-apps.ts";
import { CloseIcon } from "../icons.tsx";
import { useStore } from "../../../lib/streams/index.ts";
import { failureText, labelOf } from "./labels.ts";
import { picturesOf } from "./pictures.ts";
import type { Play } from "./player.ts";
import {
  ACCOUNT_FIELDS,
  WITHIN_MAX_S,
  type AccountField,
  type Action,
  type Step,
  type StepPicture,
  type Target,
} from "./steps.ts";
import { useScript } from "./use-script.ts";

/** A shorter wait is nothing to look at. */
const SHOWN_MS = 100;

/** A step types what was typed. */
const PLAIN = "plain";

interface StepRowProps {
  step: Step;
  number: number;
  play: Play;
  /** It is done again now: nothing is changed under its hands. */
  isPlaying: boolean;
}

/** One step: what it is called, by what it finds its element, how long the screen took, and how doing it again went. */
export function StepRow({ step, number, play, isPlaying }: StepRowProps) {
  const t = useT("debug");
  const common = useT("common");
  const format = useFormat();
  const { keeper } = useScript();
  const appName = useAppNames();
  const { step_id, note, rest_ms, action } = step;
  const failure = play.failed?.step_id === step_id ? play.failed.failure : undefined;
  const state = failure ? "failed" : play.step_id === step_id ? "now" : play.done.has(step_id) ? "done" : undefined;
  const label = labelOf(t, action, appName);
  return (
    <li data-step={action.kind} data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <span className="dbg-script-number udt-num">{number}</span>
      <div className="dbg-script-words">
        <input
          className="dbg-script-note"
          aria-label={t("script.note", { number })}
          value={note}
          placeholder={label}
          title={note === "" ? label : common("labelled", { label: note, value: label })}
          maxLength={200}
          disabled={isPlaying}
          onChange={(event) => keeper.rename(step_id, event.target.value)}
        />
        <span className="dbg-script-facts">
          {"target" in action && <TargetWords target={action.target} />}
          {action.kind === "tap_at" && <span>{t(`script.reason.${action.reason}`)}</span>}
          {action.kind === "text" && (
            <Typed
              action={action}
              number={number}
              disabled={isPlaying}
              onChange={(changed) => keeper.replace(step_id, changed)}
            />
          )}
          {action.kind === "text" && action.is_unsure && <span role="note">{t("script.unsure")}</span>}
          {(action.kind === "check" || action.kind === "look") && (
            <Within
              seconds={action.within_s}
              number={number}
              disabled={isPlaying}
              onChange={(within_s) => keeper.replace(step_id, { ...action, within_s })}
            />
          )}
          {action.kind === "start" && (
            <Checkbox
              checked={action.clears}
              disabled={isPlaying}
              onChange={(event) => keeper.replace(step_id, { ...action, clears: event.target.checked })}
            >
              {t("script.clears")}
            </Checkbox>
          )}
          {action.kind === "look" && (
            <Looked step_id={step_id} picture={action.picture} label={t("script.look_shown", { number })} />
          )}
          {(action.kind === "tap" || action.kind === "hold") && action.picture && (
            <Picture
              picture={action.picture}
              number={number}
              disabled={isPlaying}
              onRemove={() => keeper.replace(step_id, { ...action, picture: undefined })}
            />
          )}
          {rest_ms >= SHOWN_MS && (
            <span className="udt-num">{t("script.rests", { time: format.duration(rest_ms) })}</span>
          )}
        </span>
        {failure && (
          <span className="dbg-bad" role="alert">
            {failureText(t, failure, appName)}
          </span>
        )}
      </div>
      <button
        type="button"
        className="udt-icon-button"
        data-large
        aria-label={t("script.remove", { number })}
        title={t("script.remove", { number })}
        disabled={isPlaying}
        onClick={() => keeper.remove(step_id)}
      >
        <CloseIcon />
      </button>
    </li>
  );
}

interface TypedProps {
  action: Extract<Action, { kind: "text" }>;
  number: number;
  disabled: boolean;
  onChange: (action: Action) => void;
}

/** Whether a script types what was typed, or what its run's account says: then that stands in no file. */
function Typed({ action: { field, text }, number, disabled, onChange }: TypedProps) {
  const t = useT("debug");
  return (
    <Select<AccountField | typeof PLAIN>
      size="small"
      variant="borderless"
      popupMatchSelectWidth={false}
      aria-label={t("script.typed.label", { number })}
      value={field ?? PLAIN}
      disabled={disabled}
      options={([PLAIN, ...ACCOUNT_FIELDS] as const).map((value) => ({ value, label: t(`script.typed.${value}`) }))}
      onChange={(chosen) => onChange({ kind: "text", text, ...(chosen !== PLAIN && { field: chosen }) })}
    />
  );
}

interface WithinProps {
  seconds: number | undefined;
  number: number;
  disabled: boolean;
  onChange: (seconds: number | undefined) => void;
}

/** For how long a check may wait; empty: as long as each step does. */
function Within({ seconds, number, disabled, onChange }: WithinProps) {
  const t = useT("debug");
  return (
    <span className="dbg-script-within">
      {t("script.within.before")}
      <InputNumber<number>
        size="small"
        variant="borderless"
        controls={false}
        aria-label={t("script.within.label", { number })}
        placeholder={t("script.within.usual")}
        min={1}
        max={WITHIN_MAX_S}
        precision={0}
        value={seconds ?? null}
        disabled={disabled}
        onChange={(value) => onChange(value ?? undefined)}
      />
      {t("script.within.unit")}
    </span>
  );
}

function TargetWords({ target }: { target: Target }) {
  const t = useT("debug");
  return (
    <span className="udt-ellipsis" title={target.value}>
      {t(`script.by.${target.by}`)} <code data-literal>{target.value}</code>
      {target.by !== "xpath" && target.instance > 0 && ` (${target.instance + 1})`}
    </span>
  );
}

/** What the screen is to show; no file has it where the account's can be read there. */
function Looked({ step_id, picture, label }: { step_id: number; picture: StepPicture; label: string }) {
  const t = useT("debug");
  const { steps } = useStore(useScript().keeper.script);
  return (
    <>
      <span className="dbg-script-picture">
        <img src={`data:image/png;base64,${picture.png}`} alt={label} title={label} />
      </span>
      {!picturesOf(steps).has(step_id) && <span role="note">{t("script.look_hidden")}</span>}
    </>
  );
}

/** What the element looked like, which files that are saved have beside them unless it is taken away here. */
function Picture(props: { picture: StepPicture; number: number; disabled: boolean; onRemove: () => void }) {
  const t = useT("debug");
  const { picture, number, disabled, onRemove } = props;
  const label = t("script.picture", { number });
  return (
    <button
      type="button"
      className="dbg-script-picture"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onRemove}
    >
      <img src={`data:image/png;base64,${picture.png}`} alt="" />
    </button>
  );
}
