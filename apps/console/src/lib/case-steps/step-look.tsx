import { CheckOutlined, CloseOutlined, DoubleRightOutlined } from "@ant-design/icons";
import type { CaseDetail } from "@udt/contract";
import type { ReactNode } from "react";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { Said } from "../words/index.ts";
import "./step-look.css";

type Step = CaseDetail["steps"][number];

/** How a step came out, by a shape and in a word for who hears it. */
export function StepMark({ step: { ok, is_skipped = false } }: { step: Step }) {
  const t = useT("case-steps");
  const word = t(is_skipped ? "skipped" : ok ? "ok" : "failed");
  return (
    <i role="img" aria-label={word} title={word} data-skipped={is_skipped || undefined}>
      {is_skipped ? <DoubleRightOutlined /> : ok ? <CheckOutlined /> : <CloseOutlined />}
    </i>
  );
}

/** By what a step found its element, or what on the screen was closest to that. @param actions beside each of these, in their order */
export function StepLook({ step, actions }: { step: Step; actions?: readonly ReactNode[] | undefined }) {
  const t = useT("case-steps");
  const format = useFormat();
  const { locator, candidates = [], candidate_locators, found_by, is_skipped, note, picture_places = [] } = step;
  if (is_skipped === true) return <small className="udt-secondary">{t("skipped")}</small>;
  if (note)
    return (
      <small className="udt-secondary">
        <Said said={note} />
      </small>
    );
  if (locator === undefined) return null;
  return (
    <dl className="udt-step-look udt-secondary">
      <dt>{t("locator")}</dt>
      <dd>
        {locator}
        {found_by && (
          <small className="udt-step-found">
            {t(`found.${found_by.by}`)}
            {found_by.score !== undefined && ` · ${t("likeness", { percent: format.percent(found_by.score) })}`}
            {found_by.fallback > 0 && ` · ${t("fallback", { number: format.number(found_by.fallback) })}`}
          </small>
        )}
      </dd>
      {!found_by && picture_places.length > 0 && <dt>{t("picture_near")}</dt>}
      {!found_by &&
        picture_places.map((place) => (
          <dd key={JSON.stringify(place)} className="udt-step-near">
            {t("picture_at", {
              x: format.percent((place.left + place.right) / 2),
              y: format.percent((place.top + place.bottom) / 2),
              percent: format.percent(place.score),
            })}
          </dd>
        ))}
      {candidate_locators ? (
        <>
          <dt>{t("meant_now")}</dt>
          {candidate_locators.list.map((candidate, at) => (
            <dd key={JSON.stringify(candidate.locator)}>
              {candidate.element} <small>{t("likeness", { percent: format.percent(candidate.likeness) })}</small>
              {actions?.[at]}
            </dd>
          ))}
        </>
      ) : (
        <>
          {candidates.length > 0 && <dt>{t("candidates")}</dt>}
          {candidates.map((candidate) => (
            <dd key={candidate}>{candidate}</dd>
          ))}
        </>
      )}
    </dl>
  );
}
