import { useId, type ReactNode } from "react";
import "./form.css";

/** What a control needs to belong to its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

/** One labelled control of a form, with a hint, or what is wrong with it in the hint's place. */
export function Field(props: {
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  render: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="udt-field">
      <label htmlFor={id}>{props.label}</label>
      {props.render({ id, "aria-invalid": props.error !== undefined, "aria-describedby": `${id}-note` })}
      <span
        id={`${id}-note`}
        className="udt-field-note"
        data-error={props.error !== undefined || undefined}
        role="status"
      >
        {props.error ?? props.hint}
      </span>
    </div>
  );
}

/** One choice of a few, each with a word of explanation. */
export function Choices<T extends string | number>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: string; hint?: string }[];
  disabled?: boolean;
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="udt-field udt-choices" disabled={props.disabled}>
      <legend>{props.label}</legend>
      <div>
        {props.options.map(({ value, label, hint }) => (
          <label key={value} data-chosen={value === props.value || undefined}>
            <input type="radio" name={name} checked={value === props.value} onChange={() => props.onChange(value)} />
            <span>
              <b>{label}</b>
              {hint && <small>{hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
