import { CASE_HEALTH, CASE_NEW_RUNS, type CaseHealth } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import "./health.css";
import type { Health } from "./use-board.ts";

/** How well the cases are, as parts of a bar and as numbers that open the list of their cases. On a wall nothing leads on. */
export function HealthStrip({ health, onOpen }: { health: Health; onOpen?: (of: CaseHealth | undefined) => void }) {
  const t = useT("quality");
  const format = useFormat();
  const { counts, total } = health;
  const all = t("health.all", { count: total, cases: format.number(total) });
  return (
    <section className="udt-card quality-health">
      <header title={t("health.note")}>
        <h2>{t("health.title")}</h2>
        {onOpen && total > 0 ? (
          <button type="button" className="quality-health-all udt-num" onClick={() => onOpen(undefined)}>
            {all}
          </button>
        ) : (
          <small className="udt-num">{all}</small>
        )}
        <small className="udt-ellipsis">{t("health.note")}</small>
      </header>
      <div className="quality-health-bar" aria-hidden>
        {CASE_HEALTH.map(
          (name) => counts[name] > 0 && <i key={name} data-health={name} style={{ flexGrow: counts[name] }} />,
        )}
      </div>
      <div className="quality-health-counts">
        {CASE_HEALTH.map((name) => (
          <HealthCount key={name} name={name} count={counts[name]} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
}

function HealthCount(props: { name: CaseHealth; count: number; onOpen: ((of: CaseHealth) => void) | undefined }) {
  const { name, count, onOpen } = props;
  const t = useT("quality");
  const format = useFormat();
  const content = (
    <>
      <span>
        <i data-health={name} aria-hidden /> {t(`health.${name}`)}
      </span>
      <b className="udt-num">{format.number(count)}</b>
      <small>{t(`health.${name}_note`, { runs: format.number(CASE_NEW_RUNS) })}</small>
    </>
  );
  if (!onOpen) return <div>{content}</div>;
  return (
    <button type="button" onClick={() => onOpen(name)}>
      {content}
    </button>
  );
}
