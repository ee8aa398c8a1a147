import { withGap } from "../../lib/format/index.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { App } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { iosCertificateEndpoints, type ResignFinding } from "@udt/contract/endpoints/ios-certificates";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { nameIn } from "../../lib/apps/index.ts";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { Field } from "../../lib/form/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import { Said } from "../../lib/words/index.ts";
import { ResignStart } from "./resign-start.tsx";

/** So many are offered; the others are found by their words. */
const OFFERED = 50;

/** What would fail if an app of the project were signed anew with this certificate. */
export function ResignCheck({ project, cert_id }: { project: string; cert_id: string }) {
  const t = useT("ios-certificates");
  const [keyword, setKeyword] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const filter = { keyword: useDeferredValue(keyword.trim()), os: "ios" as const, page_size: OFFERED };
  const apps = useQuery({
    ...queryOf(appEndpoints.appList, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="udt-card certs-card certs-resign" aria-label={t("resign.title")}>
      <h2>{t("resign.title")}</h2>
      <p className="udt-secondary">{t("resign.lead")}</p>
      <Field
        label={t("resign.app")}
        render={(control) => (
          <Select
            {...control}
            labelInValue
            allowClear
            value={chosen}
            loading={apps.isFetching}
            placeholder={t("resign.choose")}
            notFoundContent={t("resign.no_apps")}
            showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
            options={(apps.data?.list ?? []).map((app) => ({ value: app.app_id, label: labelOf(app) }))}
            onChange={(app?: { value: string; label: string }) => setChosen(app)}
          />
        )}
      />
      {chosen && <Findings project={project} cert_id={cert_id} app_id={chosen.value} />}
    </section>
  );
}

const labelOf = (app: App): string => `${nameIn(app, activeLanguage())} ${app.version_name} · ${app.package_name}`;

/** What the check of one app found. */
export function Findings({ project, cert_id, app_id }: { project: string; cert_id: string; app_id: string }) {
  const t = useT("ios-certificates");
  const call = { params: { cert_id }, query: { project }, body: { app_id } };
  const check = useQuery(queryOf(iosCertificateEndpoints.iosCertificateResignCheck, call));
  if (check.isPending) return <SkeletonRows />;
  if (check.error)
    return <ErrorState title={t("resign.error")} error={check.error} onRetry={() => void check.refetch()} />;
  const { findings, findings_total, bundle_count } = check.data;
  const more = findings_total - findings.length;
  const blocking = findings.filter(({ severity }) => severity === "blocking").length;
  const outcome = blocking > 0 ? "blocked" : findings.length > 0 ? "warned" : "well";
  return (
    <div role="status">
      <p className="certs-farm" data-tone={outcome === "well" ? undefined : "warning"}>
        {withGap(t(`resign.${outcome}`))}
        {t("resign.bundles", { count: bundle_count })}
      </p>
      <ul className="certs-findings">
        {findings.map((finding) => (
          <Finding key={JSON.stringify(finding)} finding={finding} />
        ))}
        {more > 0 && <li className="udt-secondary">{t("resign.more", { count: more })}</li>}
      </ul>
      {blocking === 0 && <ResignStart project={project} cert_id={cert_id} app_id={app_id} />}
    </div>
  );
}

function Finding({ finding: { severity, reason, apple_code } }: { finding: ResignFinding }) {
  const t = useT("ios-certificates");
  return (
    <li>
      <StatePill tone={severity === "blocking" ? "bad" : "warning"}>{t(`resign.severity.${severity}`)}</StatePill>
      <span className="certs-two">
        <Said said={reason} />
        {apple_code !== "" && (
          <small>
            {withGap(t("resign.apple_code"))}
            <span className="udt-mono">{apple_code}</span>
          </small>
        )}
      </span>
    </li>
  );
}
