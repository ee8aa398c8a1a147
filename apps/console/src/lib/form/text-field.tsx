import { Input } from "antd";
import type { ReactNode } from "react";
import { Field } from "./field.tsx";

/** A labelled line of text that a dialog asks for; it has the focus. */
export function TextField(props: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  maxLength?: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const { label, hint, error, value, onChange, maxLength } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      render={(control) => (
        <Input
          {...control}
          autoFocus
          autoComplete="off"
          value={value}
          {...(maxLength !== undefined && { maxLength })}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  );
}
