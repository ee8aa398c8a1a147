import { LIMITS } from "@udt/contract";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { EyeIcon, EyeOffIcon } from "../../lib/components/icons.tsx";
import { useT } from "../../lib/i18n/index.ts";

interface Given {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

/** A label, its control, and what is wrong with it or, while nothing is, a hint. */
export function LoginField(props: {
  label: string;
  error: string | undefined;
  hint?: string;
  render: (given: Given) => ReactNode;
}) {
  const id = useId();
  const wrong = props.error !== undefined;
  return (
    <div className="login-field">
      <label htmlFor={id}>{props.label}</label>
      {props.render({ id, "aria-invalid": wrong, "aria-describedby": `${id}-note` })}
      <span id={`${id}-note`} className="login-field-note" data-wrong={wrong || undefined} aria-live="polite">
        {props.error ?? props.hint}
      </span>
    </div>
  );
}

/** A password that can be made visible. */
export function PasswordInput(props: ComponentProps<"input">) {
  const t = useT("login");
  const [shown, setShown] = useState(false);
  const label = t(shown ? "hide" : "show");
  return (
    <span className="login-password">
      <input {...props} type={shown ? "text" : "password"} maxLength={LIMITS.password_units_max} />
      <button
        type="button"
        className="udt-icon-button"
        aria-label={label}
        title={label}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOffIcon /> : <EyeIcon />}
      </button>
    </span>
  );
}
