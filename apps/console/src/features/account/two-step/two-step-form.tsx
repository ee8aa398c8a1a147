import { Button } from "antd";
import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n/index.ts";

interface TwoStepFormProps {
  /** What its button does. */
  submit: string;
  danger?: boolean;
  /** Everything that it asks for is there. */
  isReady: boolean;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A step on the way to a second factor: what it asks for, the way out and the way on. */
export function TwoStepForm(props: TwoStepFormProps) {
  const common = useT("common");
  const { isReady, isPending } = props;
  return (
    <form
      className="two-step-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) props.onSubmit();
      }}
    >
      {props.children}
      <div className="two-step-buttons">
        <Button onClick={props.onClose}>{common("cancel")}</Button>
        <Button type="primary" htmlType="submit" danger={props.danger === true} disabled={!isReady} loading={isPending}>
          {props.submit}
        </Button>
      </div>
    </form>
  );
}
