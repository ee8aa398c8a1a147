import { Input, type InputProps } from "antd";
import { useState } from "react";

/** One text that a rule compares with: it holds as it is typed, without the spaces around it. */
export function TextValue(props: {
  control: Pick<InputProps, "aria-label" | "aria-invalid" | "aria-describedby" | "status">;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { value } = props;
  const [typed, setTyped] = useState(value);
  return (
    <Input
      {...props.control}
      autoComplete="off"
      maxLength={100}
      placeholder={props.placeholder}
      value={typed.trim() === value ? typed : value}
      onChange={({ target }) => {
        setTyped(target.value);
        props.onChange(target.value.trim());
      }}
      // It ends the value, as where a rule takes several, and sends no form.
      onPressEnter={(event) => event.preventDefault()}
    />
  );
}
