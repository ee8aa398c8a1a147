import { Button, Modal } from "antd";
import { useState, type ReactNode } from "react";
import { TextField } from "../../lib/form/index.ts";

/** Asks for what cannot be undone, or takes something from many, by the name of what it is done to. */
export function ConfirmByName(props: {
  title: string;
  /** What the field asks for. */
  label: string;
  /** What is to be typed, blanks around it aside. */
  name: string;
  action: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What will be lost. */
  children: ReactNode;
}) {
  const [typed, setTyped] = useState("");
  const confirmed = typed.trim() === props.name.trim();
  return (
    <Modal open title={props.title} footer={null} onCancel={props.onClose}>
      {props.children}
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (confirmed) props.onConfirm();
        }}
      >
        <TextField label={props.label} value={typed} onChange={setTyped} />
        <div className="admin-buttons">
          <Button type="primary" danger htmlType="submit" disabled={!confirmed} loading={props.pending}>
            {props.action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
