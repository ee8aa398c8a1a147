import { AppstoreOutlined, UploadOutlined } from "@ant-design/icons";
import { APP_KINDS, APP_SORTS, DEVICE_OS, LIMITS } from "@udt/contract";
import { Button } from "antd";
import { useRef, useState, type DragEvent } from "react";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { acceptOf, startUpload, UploadRow, useUploads } from "../../lib/uploads/index.ts";
import { AppDrawer } from "./app-drawer.tsx";
import { AppTable } from "./app-table.tsx";
import "./apps.css";
import { useApps, type AppFilters } from "./use-apps.ts";

export default function AppsPage() {
  const t = useT("apps");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const { search, set, onSearch, keyword, page } = useListFilters();
  const picker = useRef<HTMLInputElement>(null);
  const filters: AppFilters = {
    keyword,
    os: oneOf(search.get("os"), DEVICE_OS),
    package_name: search.get("package_name")?.slice(0, LIMITS.file_name_max) || undefined,
    sort: oneOf(search.get("sort"), APP_SORTS) ?? "created_at",
    order: oneOf(search.get("order"), ["asc", "desc"]) ?? "desc",
    ...page,
  };
  const apps = useApps(project, filters);
  const filtered = filters.keyword !== "" || filters.os !== undefined || filters.package_name !== undefined;
  const open = (app_id: string | undefined) => set({ app_id, page_num: search.get("page_num") ?? undefined });
  const clear = () => set({ keyword: undefined, os: undefined, package_name: undefined });
  const upload = (files: Iterable<File>) => {
    for (const file of files) startUpload(project, file, APP_KINDS);
  };
  const pick = () => picker.current!.click();
  const uploadButton = (
    <Button type="primary" icon={<UploadOutlined />} onClick={pick}>
      {t("upload")}
    </Button>
  );

  return (
    <DropZone enabled={!guest} onFiles={upload}>
      <PageHeader title={t("title")} actions={!guest && uploadButton}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={acceptOf(APP_KINDS)}
        aria-label={t("upload")}
        onChange={(event) => {
          upload(event.target.files ?? []);
          event.target.value = "";
        }}
      />
      <UnderWay project={project} onOpen={open} />
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("search")} onSearch={onSearch} />
        <FilterSelect
          label={t("filter.os")}
          value={filters.os}
          options={DEVICE_OS.map((value) => ({ value, label: common(`os.${value}`) }))}
          onChange={(os) => set({ os })}
        />
        {filters.package_name !== undefined && (
          <button
            type="button"
            className="udt-filter"
            data-set
            data-literal
            onClick={() => set({ package_name: undefined })}
          >
            {filters.package_name} <span aria-hidden>×</span>
            <span className="udt-hidden">{t("filter.any_package")}</span>
          </button>
        )}
        {apps.data && (
          <span className="udt-toolbar-count" role="status">
            {t("count", { count: apps.data.total, total: format.number(apps.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {apps.isPending && <SkeletonRows />}
        {apps.isError && !apps.data && (
          <ErrorState title={t("error")} error={apps.error} onRetry={() => void apps.refetch()} />
        )}
        {apps.data && apps.data.list.length > 0 && (
          <AppTable
            apps={apps.data.list}
            stale={apps.isPlaceholderData}
            sort={filters.sort}
            order={filters.order}
            onSort={(sort, order) => set({ sort, order })}
            onOpen={open}
            onPackage={(package_name) => set({ package_name })}
          />
        )}
        {apps.data?.list.length === 0 && (filtered || filters.page_num > 1) && (
          <EmptyState
            icon={<AppstoreOutlined />}
            title={t("no_match.title")}
            action={<Button onClick={clear}>{t("no_match.clear")}</Button>}
          >
            {t("no_match.text")}
          </EmptyState>
        )}
        {apps.data?.list.length === 0 && !filtered && filters.page_num === 1 && (
          <EmptyState icon={<AppstoreOutlined />} title={t("none.title")}>
            {t(guest ? "none.text_guest" : "none.text")}
          </EmptyState>
        )}
      </div>
      {apps.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={apps.data.total}
          onChange={(change) => set(change)}
        />
      )}
      <AppDrawer project={project} app_id={search.get("app_id")} onOpen={open} onClose={() => open(undefined)} />
    </DropZone>
  );
}

/** The uploads of this page load, newest first; they go on when the page is left. */
function UnderWay({ project, onOpen }: { project: string; onOpen: (app_id: string) => void }) {
  const t = useT("apps");
  const uploads = useUploads(project);
  if (uploads.length === 0) return null;
  return (
    <section className="udt-card apps-uploads" aria-label={t("uploads")}>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          next={upload.state.name === "done" && <OpenApp app_id={upload.state.app.app_id} onOpen={onOpen} />}
        />
      ))}
    </section>
  );
}

function OpenApp({ app_id, onOpen }: { app_id: string; onOpen: (app_id: string) => void }) {
  const t = useT("apps");
  return (
    <button type="button" className="udt-button" onClick={() => onOpen(app_id)}>
      {t("details")}
    </button>
  );
}

/** The whole page takes files that are dropped on it. */
function DropZone(props: { enabled: boolean; onFiles: (files: Iterable<File>) => void; children: React.ReactNode }) {
  const t = useT("apps");
  const [dropping, setDropping] = useState(false);
  if (!props.enabled) return <>{props.children}</>;
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  };
  const onDragLeave = (event: DragEvent) => {
    // Going over to a child is no leaving.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    props.onFiles(event.dataTransfer.files);
  };
  return (
    <div className="apps-zone" onDragOver={onDragOver} onDragLeave={onDragLeave} onDrop={onDrop}>
      {props.children}
      {dropping && (
        <div className="apps-drop">
          <UploadOutlined />
          {t("drop")}
        </div>
      )}
    </div>
  );
}
