import { PlusOutlined, TagsOutlined, ToolOutlined } from "@ant-design/icons";
import { shapes } from "@udt/contract";
import { Button } from "antd";
import { ConnectPhone } from "../../lib/agents/index.ts";
import { PageHeader } from "../../lib/components/index.ts";
import { PhoneIcon } from "../../lib/components/icons.tsx";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useDevicePictures } from "../../lib/device-pictures/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { AloneToggle } from "./alone-toggle.tsx";
import { useDeviceColumns } from "./device-columns.ts";
import { DEVICE_FILTERS, DeviceFilters } from "./device-filters.tsx";
import { DeviceDrawer } from "./device-drawer.tsx";
import { DeviceRow } from "./device-row.tsx";
import { useDeviceSorting } from "./device-sorting.tsx";
import "./devices.css";
import { StateCounts } from "./state-counts.tsx";
import { TagFilter } from "./tag-filter.tsx";
import { useDeviceList } from "./use-device-list.ts";
import { useTicks } from "./use-ticks.tsx";

/** A tag that is gone has no devices: its id is taken as it is, as far as it can be one. */
const idIn = (text: string) => shapes.id.safeParse(text).data;

export default function DevicesPage() {
  const t = useT("devices");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const view = useListView({ ...DEVICE_FILTERS, tag_id: idIn, no_draining: ["1"] });
  const sorting = useDeviceSorting(view);
  const devices = useDeviceList(project, {
    ...view.query,
    ...sorting.asked,
    // Guests see no tags, and asking by one would be refused.
    tag_id: guest ? undefined : view.chosen.tag_id,
  });
  const counts = devices.data?.state_counts;
  const known = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const [device_id, open] = view.opened("device_id");
  const columns = useDeviceColumns();
  const ticks = useTicks(project);
  const [connecting, setConnecting] = view.opened("connect");
  const connect = () => setConnecting("1");

  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          !guest && (
            <>
              <LinkButton icon={<TagsOutlined />} to={paths.tags(project)}>
                {t("tags.title")}
              </LinkButton>
              <LinkButton icon={<ToolOutlined />} to={paths.workOrders(project)}>
                {t("orders.title")}
              </LinkButton>
              <Button icon={<PlusOutlined />} onClick={connect}>
                {t("connect")}
              </Button>
            </>
          )
        }
      >
        {counts && <StateCounts counts={counts} chosen={view.chosen.state} onChoose={(state) => view.set({ state })} />}
      </PageHeader>
      <ListPage
        view={view}
        read={devices}
        search={t("search")}
        filters={
          <>
            <DeviceFilters
              view={view}
              sites={devices.data?.sites}
              more={
                <>
                  <TagFilter project={project} value={view.chosen.tag_id} onChange={(tag_id) => view.set({ tag_id })} />
                  <DrainingFilter
                    count={devices.data?.draining_count}
                    isOn={view.chosen.no_draining !== undefined}
                    onChange={(no_draining) => view.set({ no_draining })}
                  />
                  {sorting.choice}
                </>
              }
            />
            <PicturesToggle />
          </>
        }
        count={(total) => {
          const all = Math.max(known, total);
          return known > 0 && t("count", { count: all, shown: format.number(total), total: format.number(all) });
        }}
        cardClass="devices-list"
        columns={columns}
        sorting={sorting.sorting}
        renderRow={(device, tick) => (
          <DeviceRow key={device.device_id} project={project} device={device} tick={tick} onOpen={open} />
        )}
        selection={guest ? undefined : ticks.selection}
        error={t("error")}
        icon={<PhoneIcon size={22} />}
        none={{
          title: t("none.title"),
          text: t(guest ? "none.text_guest" : "none.text"),
          action: !guest && (
            <Button type="primary" onClick={connect}>
              {t("connect")}
            </Button>
          ),
        }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      {ticks.dialog}
      <DeviceDrawer project={project} device_id={device_id} onClose={() => open(undefined)} />
      <ConnectPhone project={project} open={!guest && connecting === "1"} onClose={() => setConnecting(undefined)} />
    </>
  );
}

/** Leaves out devices that nobody gets, as their agents are drained; there while there are any. */
function DrainingFilter(props: { count: number | undefined; isOn: boolean; onChange: (on: "1" | undefined) => void }) {
  const t = useT("devices");
  const { count = 0, ...toggle } = props;
  return count > 0 || toggle.isOn ? <AloneToggle label={t("filter.no_draining")} {...toggle} /> : null;
}

function PicturesToggle() {
  const t = useT("devices");
  const [isOn, show] = useDevicePictures();
  return (
    <button type="button" className="udt-filter" aria-pressed={isOn} onClick={() => show(!isOn)}>
      {t("pictures")}
    </button>
  );
}
