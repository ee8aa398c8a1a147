import { PlusOutlined } from "@ant-design/icons";
import { OCCURRING_DEVICE_OS, OCCURRING_DEVICE_STATES } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { PhoneIcon } from "../../lib/components/icons.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { ConnectPhone } from "./connect-phone.tsx";
import { DeviceDrawer } from "./device-drawer.tsx";
import { DeviceTable } from "./device-table.tsx";
import "./devices.css";
import { StateCounts } from "./state-counts.tsx";
import { useDeviceList, type DeviceFilters } from "./use-device-list.ts";

export default function DevicesPage() {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const { search, set, onSearch, keyword, page } = useListFilters();
  const [connecting, setConnecting] = useState(false);
  const filters: DeviceFilters = {
    keyword,
    state: oneOf(search.get("state"), OCCURRING_DEVICE_STATES),
    os: oneOf(search.get("os"), OCCURRING_DEVICE_OS),
    ...page,
  };
  const devices = useDeviceList(project, filters);
  const filtered = filters.keyword !== "" || filters.state !== undefined || filters.os !== undefined;
  const known = Object.values(devices.data?.state_counts ?? {}).reduce((sum, count) => sum + count, 0);
  const open = (device_id: string | undefined) => set({ device_id, page_num: search.get("page_num") ?? undefined });
  const connect = () => setConnecting(true);

  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          !guest && (
            <Button icon={<PlusOutlined />} onClick={connect}>
              {t("connect")}
            </Button>
          )
        }
      >
        {devices.data && (
          <StateCounts counts={devices.data.state_counts} chosen={filters.state} onChoose={(state) => set({ state })} />
        )}
      </PageHeader>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("search")} onSearch={onSearch} />
        <FilterSelect
          label={t("filter.state")}
          value={filters.state}
          options={OCCURRING_DEVICE_STATES.map((value) => ({ value, label: common(`device_state.${value}`) }))}
          onChange={(state) => set({ state })}
        />
        <FilterSelect
          label={t("filter.os")}
          value={filters.os}
          options={OCCURRING_DEVICE_OS.map((value) => ({ value, label: common(`os.${value}`) }))}
          onChange={(os) => set({ os })}
        />
        {devices.data && known > 0 && (
          <span className="udt-toolbar-count" role="status">
            {t("count", {
              count: Math.max(known, devices.data.total),
              shown: format.number(devices.data.total),
              total: format.number(Math.max(known, devices.data.total)),
            })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {devices.isPending && <SkeletonRows />}
        {devices.isError && !devices.data && (
          <ErrorState title={t("error")} error={devices.error} onRetry={() => void devices.refetch()} />
        )}
        {devices.data && devices.data.list.length > 0 && (
          <DeviceTable project={project} devices={devices.data.list} stale={devices.isPlaceholderData} onOpen={open} />
        )}
        {devices.data?.list.length === 0 && (filtered || filters.page_num > 1) && (
          <EmptyState
            icon={<PhoneIcon size={22} />}
            title={t("no_match.title")}
            action={
              <Button onClick={() => set({ keyword: undefined, state: undefined, os: undefined })}>
                {t("no_match.clear")}
              </Button>
            }
          >
            {t("no_match.text")}
          </EmptyState>
        )}
        {devices.data?.list.length === 0 && !filtered && filters.page_num === 1 && (
          <EmptyState
            icon={<PhoneIcon size={22} />}
            title={t("none.title")}
            action={
              !guest && (
                <Button type="primary" onClick={connect}>
                  {t("connect")}
                </Button>
              )
            }
          >
            {t(guest ? "none.text_guest" : "none.text")}
          </EmptyState>
        )}
      </div>
      {devices.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={devices.data.total}
          onChange={(change) => set(change)}
        />
      )}
      <DeviceDrawer project={project} device_id={search.get("device_id")} onClose={() => open(undefined)} />
      <ConnectPhone project={project} open={connecting} onClose={() => setConnecting(false)} />
    </>
  );
}
