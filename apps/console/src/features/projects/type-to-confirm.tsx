import { Checkbox, Input, Modal } from "antd";
import { useState, type ReactNode } from "react";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** The dangerous things ask to type the project's id; with `tick`, to confirm once more. */
export function TypeToConfirm(props: {
  title: string;
  project_id: string;
  action: string;
  tick?: string;
  /** Whether what {@link more} asks for is given, too. */
  given?: boolean;
  pending: boolean;
  error: string | undefined;
  /** Asked for below the id. */
  more?: ReactNode;
  children: ReactNode;
  onConfirm: (typed: string) => void;
  onClose: () => void;
}) {
  const t = useT("projects");
  const [typed, setTyped] = useState("");
  const [ticked, setTicked] = useState(false);
  const ready = typed === props.project_id && (props.tick === undefined || ticked) && props.given !== false;
  return (
    <Modal
      open
      title={props.title}
      okText={props.action}
      okButtonProps={{ danger: true, disabled: !ready }}
      confirmLoading={props.pending}
      onOk={() => props.onConfirm(typed)}
      onCancel={props.onClose}
    >
      {props.children}
      <Field
        label={t("confirm.type", { project_id: props.project_id })}
        error={props.error ?? (typed !== "" && !props.project_id.startsWith(typed) ? t("confirm.wrong") : undefined)}
        render={(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => ready && !props.pending && props.onConfirm(typed)}
          />
        )}
      />
      {props.more}
      {props.tick !== undefined && (
        <Checkbox checked={ticked} onChange={(event) => setTicked(event.target.checked)}>
          {props.tick}
        </Checkbox>
      )}
    </Modal>
  );
}
