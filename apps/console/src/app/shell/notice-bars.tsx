import { Link } from "react-router";
import { CopyButton } from "../../lib/components/copy-button.tsx";
import { CloseIcon } from "../../lib/components/icons.tsx";
import { sentText } from "../../lib/errors/sent-text.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { closeNotice, useNotices, type Notice } from "../../lib/notices/notices.ts";

/** The message bars that the error policy and the screens speak through. */
export function NoticeBars() {
  return useNotices().map((notice) => <Bar key={notice.key} notice={notice} />);
}

function Bar({ notice }: { notice: Notice }) {
  const t = useT("common");
  return (
    <div className="udt-bar" data-tone={notice.tone} role="alert">
      <div className="udt-bar-text">
        {notice.title && <b>{notice.title} </b>}
        {notice.text}
        {notice.link && (
          <>
            {" "}
            <Link to={notice.link.to}>{notice.link.label}</Link>
          </>
        )}
        {notice.failure && <Failure {...notice.failure} />}
      </div>
      <button
        type="button"
        className="udt-icon-button"
        aria-label={t("close")}
        title={t("close")}
        onClick={() => closeNotice(notice.key)}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

/** All that a bug report needs (document 1 §8). */
function Failure({ error, page }: NonNullable<Notice["failure"]>) {
  const t = useT("errors");
  const common = useT("common");
  const format = useFormat();
  const facts: [string, string][] = [
    [t("bar.message"), error.message],
    [common("request_id"), error.request_id || "–"],
    [t("bar.method"), error.method],
    [t("bar.path"), error.path],
    [t("bar.page"), page],
    [t("bar.time"), format.exact(error.time)],
    [t("bar.data"), sentText(error.sent)],
  ];
  return (
    <details>
      <summary>
        {t("bar.details")} · {common("request_id")} <span className="udt-mono">{error.request_id || "–"}</span>
      </summary>
      <dl>
        {facts.map(([name, value]) => (
          <FailureFact key={name} name={name} value={value} />
        ))}
      </dl>
      <CopyButton
        label={t("bar.copy_all")}
        text={facts.map(([name, value]) => common("labelled", { label: name, value })).join("\n")}
      />
    </details>
  );
}

function FailureFact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="udt-mono">{value}</dd>
    </>
  );
}
