import type { ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import { Dialog } from "./dialog.tsx";
import "./form.css";

/** A form of a few fields that is saved in a dialog, by its button or by Enter. */
export function FormDialog(props: {
  title: string;
  /** For what needs more room than fields. */
  width?: string | undefined;
  pending: boolean;
  /** What its button says; without it, that it saves. */
  okText?: string;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}) {
  const common = useT("common");
  return (
    <Dialog
      title={props.title}
      {...(props.width !== undefined && { width: props.width })}
      okText={props.okText ?? common("save")}
      confirmLoading={props.pending}
      onOk={props.onSubmit}
      onCancel={props.onClose}
    >
      <form
        className="udt-form"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {props.children}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
