import { Button } from "antd";
import { LinkButton } from "../components/link-button.tsx";
import { useT } from "../i18n/index.ts";
import "./form.css";

/** How a form that is a page ends: what refused it, the way back, and what sends it. */
export function FormFoot(props: {
  refusal: string | undefined;
  back: string;
  /** What the sending button says. */
  send: string;
  isPending: boolean;
}) {
  const t = useT("common");
  return (
    <div className="udt-form-foot">
      {props.refusal !== undefined && <span role="alert">{props.refusal}</span>}
      <LinkButton to={props.back}>{t("cancel")}</LinkButton>
      <Button type="primary" htmlType="submit" loading={props.isPending}>
        {props.send}
      </Button>
    </div>
  );
}
