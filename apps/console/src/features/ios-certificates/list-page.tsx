import { PlusOutlined, SafetyCertificateOutlined } from "@ant-design/icons";
import { IOS_CERTIFICATE_STATES, type IosCertificateState } from "@udt/contract";
import { Alert, Button } from "antd";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, type TableColumn, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { CertificateRow } from "./certificate-row.tsx";
import "./ios-certificates.css";
import { useCertificates } from "./use-certificates.ts";

/** What the project signs iOS apps with; what expires first stands first. */
export default function CertificatesPage() {
  const t = useT("ios-certificates");
  const format = useFormat();
  const project = useProjectId();
  const mayChange = useMay(project, "project.edit");
  const view = useListView({ state: IOS_CERTIFICATE_STATES });
  const certificates = useCertificates(project, view.query);
  const columns: readonly TableColumn[] = [
    { key: "title", label: t("field.title"), width: "21%" },
    { key: "team", label: t("column.team"), width: "15%" },
    { key: "kind", label: t("column.kind"), width: 138 },
    { key: "bundle", label: t("column.bundle") },
    { key: "devices", label: t("column.devices"), width: 88 },
    { key: "validity", label: t("column.validity"), width: 188 },
    { key: "actions", label: t("column.actions"), width: 96, isHidden: true },
  ];
  const add = (type: "primary" | "default") => (
    <LinkButton type={type} icon={<PlusOutlined />} to={paths.iosCertificateAdd(project)}>
      {t("add")}
    </LinkButton>
  );
  const { expiring_total = 0, expired_total = 0 } = certificates.data ?? {};
  const show = (state: IosCertificateState) => () => view.set({ state });
  return (
    <>
      <PageHeader title={t("title")} actions={mayChange && add("primary")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={certificates}
        search={t("search")}
        filters={
          <ListFilters
            view={view}
            of={{ state: { label: t("column.validity"), text: (state) => t(`state.${state}`) } }}
          />
        }
        count={(total) => t("count", { count: total, total: format.number(total) })}
        note={
          <>
            <Warning type="error" count={expired_total} word="note.expired" onShow={show("expired")} />
            <Warning type="warning" count={expiring_total} word="note.expiring" onShow={show("expiring")} />
          </>
        }
        columns={columns}
        renderRow={(certificate) => (
          <CertificateRow key={certificate.cert_id} project={project} certificate={certificate} mayChange={mayChange} />
        )}
        icon={<SafetyCertificateOutlined />}
        none={
          mayChange
            ? { title: t("none.title"), text: t("none.text"), action: add("default") }
            : { title: t("none.title"), text: t("none.text_reader") }
        }
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
        error={t("error")}
        expected={4}
      />
    </>
  );
}

/** How many are over or will be, and the way to them. */
function Warning(props: {
  type: "warning" | "error";
  count: number;
  word: "note.expired" | "note.expiring";
  onShow: () => void;
}) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const { type, count, word } = props;
  if (count === 0) return null;
  return (
    <Alert
      className="certs-note"
      type={type}
      showIcon
      title={t(word, { count, total: format.number(count) })}
      action={
        <Button size="small" onClick={props.onShow}>
          {t("note.show")}
        </Button>
      }
    />
  );
}
