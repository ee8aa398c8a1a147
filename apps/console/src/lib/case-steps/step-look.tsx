import { CheckOutlined, CloseOutlined } from "@ant-design/icons";
import type { CaseDetail } from "@udt/contract";
import { useT } from "../i18n/index.ts";
import "./step-look.css";

type Step = CaseDetail["steps"][number];

/** How a step came out, by a shape and in a word for who hears it. */
export function StepMark({ step: { ok } }: { step: Step }) {
  const t = useT("case-steps");
  return (
    <i role="img" aria-label={t(ok ? "ok" : "failed")}>
      {ok ? <CheckOutlined /> : <CloseOutlined />}
    </i>
  );
}

/** By what a step found its element, or what on the screen was closest to that. */
export function StepLook({ step: { locator, candidates = [] } }: { step: Step }) {
  const t = useT("case-steps");
  if (locator === undefined) return null;
  return (
    <dl className="udt-step-look udt-secondary">
      <dt>{t("locator")}</dt>
      <dd>{locator}</dd>
      {candidates.length > 0 && <dt>{t("candidates")}</dt>}
      {candidates.map((candidate) => (
        <dd key={candidate}>{candidate}</dd>
      ))}
    </dl>
  );
}
