import { Checkbox, Input } from "antd";
import { useState, type ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import "./form.css";

interface ConfirmByNameProps {
  title: string;
  action: string;
  /** What is to be typed, blanks around it aside, and what the field says of it. Without it there is no field. */
  asked?: { name: string; label: string } | undefined;
  /** Confirmed once more, by a tick. */
  tick?: string;
  /** Whether whatever else is needed is there. */
  given?: boolean;
  /** Asked for below the name. */
  more?: ReactNode;
  pending: boolean;
  /** Why the server refused what was typed. */
  error?: string | undefined;
  onConfirm: (typed: string) => void;
  onClose: () => void;
  /** What will be lost. */
  children: ReactNode;
}

/** Asks for what cannot be undone, or takes something from many, by the name of what it is done to. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { asked, tick, pending } = props;
  const t = useT("common");
  const [typed, setTyped] = useState("");
  const [ticked, setTicked] = useState(false);
  const isNamed = asked === undefined || typed.trim() === asked.name.trim();
  const isReady = isNamed && (tick === undefined || ticked) && props.given !== false;
  const isWrong = asked !== undefined && !asked.name.trim().startsWith(typed.trim());
  const confirm = () => {
    if (isReady && !pending) props.onConfirm(typed.trim());
  };
  return (
    <Dialog
      title={props.title}
      okText={props.action}
      okButtonProps={{ danger: true, disabled: !isReady }}
      confirmLoading={pending}
      onOk={confirm}
      onCancel={props.onClose}
    >
      {props.children}
      <form
        className="udt-confirm"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        {asked && (
          <Field
            label={asked.label}
            error={props.error ?? (isWrong ? t("confirm_wrong") : undefined)}
            render={(control) => (
              <Input
                {...control}
                autoFocus
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          />
        )}
        {props.more}
        {tick !== undefined && (
          <Checkbox checked={ticked} onChange={(event) => setTicked(event.target.checked)}>
            {tick}
          </Checkbox>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
