import type { ScriptRepository } from "@udt/contract";
import { Alert, Button, Progress } from "antd";
import { useState, type ReactNode } from "react";
import { errorText, refusalText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useIsGuest } from "../../../lib/session/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { useCancelFetch, useFreshOutside } from "./use-outside.ts";

type Outside = NonNullable<ScriptRepository["outside"]>;

/** What is in a repository, once it is there: an outside one is fetched first, and told of when that fails. */
export function OutsideGate(props: { project: string; script: ScriptRepository; children: ReactNode }) {
  const { project, script, children } = props;
  const { outside } = script;
  const { error, retry } = useFreshOutside(project, script);
  if (!outside) return children;
  if (outside.fetched_at !== null)
    return (
      <>
        <Stale outside={outside} error={error} fetched_at={outside.fetched_at} onRetry={retry} />
        {children}
      </>
    );
  if (outside.fetch_state === "fetching") return <Fetching project={project} script={script} outside={outside} />;
  return <NotFetched project={project} outside={outside} error={error} onRetry={retry} />;
}

function Fetching({ project, script, outside }: { project: string; script: ScriptRepository; outside: Outside }) {
  const t = useT("scripts");
  const guest = useIsGuest(project);
  const cancel = useCancelFetch(project, script.repo_id);
  return (
    <section className="udt-card scripts-panel scripts-fetch" aria-label={t("outside.fetching")}>
      <h2 role="status">{t("outside.fetching")}</h2>
      <p className="udt-secondary udt-ellipsis" title={outside.url} data-literal>
        {outside.url}
      </p>
      <Progress
        percent={outside.percent ?? 0}
        showInfo={outside.percent !== null}
        status="active"
        aria-label={t("outside.fetching")}
      />
      {!guest && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {t("outside.cancel")}
        </Button>
      )}
      {cancel.isError && <Alert type="error" showIcon title={errorText(cancel.error)} />}
    </section>
  );
}

function NotFetched(props: { project: string; outside: Outside; error: unknown; onRetry: () => void }) {
  const t = useT("scripts");
  const guest = useIsGuest(props.project);
  return (
    <section className="udt-card scripts-panel scripts-fetch" aria-label={t("outside.failed")}>
      <h2>{t("outside.failed")}</h2>
      <Why outside={props.outside} error={props.error} />
      {!guest && (
        <Button type="primary" onClick={props.onRetry}>
          {t("outside.again")}
        </Button>
      )}
    </section>
  );
}

/** That what shows is not what the repository has by now, as far as is known. */
function Stale(props: { outside: Outside; error: unknown; fetched_at: number; onRetry: () => void }) {
  const t = useT("scripts");
  const format = useFormat();
  const [now] = useState(Date.now);
  const { outside, error, fetched_at, onRetry } = props;
  if (outside.failure === null && !error) return null;
  return (
    <Alert
      className="scripts-note"
      type="warning"
      showIcon
      title={t("outside.stale", { time: format.dateTime(fetched_at, now) })}
      description={<Why outside={outside} error={error} />}
      action={<Button onClick={onRetry}>{t("outside.again")}</Button>}
    />
  );
}

function Why({ outside, error }: { outside: Outside; error: unknown }) {
  const { failure } = outside;
  if (failure?.args.reason) return <Said said={failure.args.reason} />;
  if (failure) return <p>{refusalText(failure)}</p>;
  return error ? <p>{errorText(error)}</p> : null;
}
