import { useEffect } from "react";
import { PageHeader } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT, type Namespaces, type TextKey } from "../../lib/i18n/index.ts";
import { markReleasesSeen } from "../../lib/releases/index.ts";
import { RELEASES } from "./release-notes.ts";
import "./releases.css";

type Key = TextKey<Namespaces["releases"]>;

/** What each release brought, newest first. */
export default function ReleasesPage() {
  const t = useT("releases");
  const format = useFormat();
  useEffect(markReleasesSeen, []);
  return (
    <div className="releases">
      <PageHeader title={t("title")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ol>
        {RELEASES.map(({ version, key, date, notes }, index) => (
          <li key={version}>
            <div className="releases-when">
              <b className="udt-num" data-literal>
                {version}
              </b>
              <time dateTime={date}>{format.day(date)}</time>
              {index === 0 && <span className="releases-newest">{t("newest")}</span>}
            </div>
            <section className="udt-card">
              <h2>{t(`${key}.title`)}</h2>
              <ul>
                {notes.map((note) => (
                  <li key={note}>{t(`${key}.${note}` as Key)}</li>
                ))}
              </ul>
            </section>
          </li>
        ))}
      </ol>
    </div>
  );
}
