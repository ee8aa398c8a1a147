import { ApiError } from "@udt/client";
import { Button, Drawer } from "antd";
import { useId, type FormEvent, type ReactNode } from "react";
import { errorText, ruleOf } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useAskToClose } from "./use-ask-to-close.ts";
import "./form.css";

interface FormDrawerProps {
  title: string;
  size: number;
  /** Something was entered that is not saved. Closing and leaving ask then. */
  dirty: boolean;
  /** How saving it goes. */
  save: { isPending: boolean; isSuccess: boolean; error: unknown };
  /** There is nothing to save. */
  disabled?: boolean;
  /** The form is submitted; it is `form` so that what is wrong can be focused. */
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form in a drawer: its fields, why it was refused, and the way out and the way on at its foot. */
export function FormDrawer(props: FormDrawerProps) {
  const t = useT("common");
  const form = useId();
  const { dirty, save } = props;
  const close = useAskToClose(dirty, props.onClose);
  const refusal = save.error instanceof ApiError && ruleOf(save.error) === "inline" && errorText(save.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    props.onSubmit(event.currentTarget);
  };
  return (
    <Drawer
      open
      size={props.size}
      title={props.title}
      onClose={close}
      footer={
        <div className="udt-drawer-footer">
          {refusal && (
            <span className="udt-drawer-refusal" role="alert">
              {refusal}
            </span>
          )}
          <Button onClick={close}>{t("cancel")}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={form}
            disabled={props.disabled === true}
            loading={save.isPending}
          >
            {t("save")}
          </Button>
        </div>
      }
    >
      <form id={form} className="udt-form" noValidate onSubmit={submit}>
        <LeaveGuard dirty={dirty && !save.isSuccess} />
        {props.children}
      </form>
    </Drawer>
  );
}

/** Gives the focus to the field of a form that is wrong. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
