import { AppstoreOutlined } from "@ant-design/icons";
import { APP_KINDS, APP_SORTS, DEVICE_OS, LIMITS } from "@udt/contract";
import { PageHeader } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilter, ListPage, useListView } from "../../lib/list/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { startUpload } from "../../lib/uploads/index.ts";
import { AppDrawer } from "./app-drawer.tsx";
import { AppRow, useAppColumns } from "./app-row.tsx";
import "./apps.css";
import { DropZone } from "./drop-zone.tsx";
import { UploadButton } from "./upload-button.tsx";
import { UploadsUnderWay } from "./uploads-under-way.tsx";
import { useApps } from "./use-apps.ts";

const FILTERS = { os: DEVICE_OS, package_name: (text: string) => text.slice(0, LIMITS.file_name_max) };

export default function AppsPage() {
  const t = useT("apps");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const view = useListView(FILTERS);
  const { package_name } = view.chosen;
  const { onSort, ...sort } = view.sorting(APP_SORTS, "created_at");
  const apps = useApps(project, { ...view.query, ...sort });
  const columns = useAppColumns();
  const [app_id, open] = view.opened("app_id");
  const onlyPackage = (name: string | undefined) => view.set({ package_name: name });
  const upload = (files: Iterable<File>) => {
    for (const file of files) startUpload(project, file, APP_KINDS);
  };

  return (
    <DropZone enabled={!guest} onFiles={upload}>
      <PageHeader title={t("title")} actions={!guest && <UploadButton onFiles={upload} />}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <UploadsUnderWay project={project} onOpen={open} />
      <ListPage
        view={view}
        read={apps}
        search={t("search")}
        filters={
          <>
            <ListFilter view={view} name="os" label={t("filter.os")} text={(os) => common(`os.${os}`)} />
            {package_name !== undefined && (
              <button type="button" className="udt-filter" data-set data-literal onClick={() => onlyPackage(undefined)}>
                {package_name} <span aria-hidden>×</span>
                <span className="udt-hidden">{t("filter.any_package")}</span>
              </button>
            )}
          </>
        }
        count={(total) => t("count", { count: total, total: format.number(total) })}
        columns={columns}
        sorting={{ ...sort, onSort }}
        renderRow={(app) => <AppRow key={app.app_id} app={app} onOpen={open} onPackage={onlyPackage} />}
        error={t("error")}
        icon={<AppstoreOutlined />}
        none={{ title: t("none.title"), text: t(guest ? "none.text_guest" : "none.text") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      <AppDrawer project={project} app_id={app_id} onOpen={open} onClose={() => open(undefined)} />
    </DropZone>
  );
}
