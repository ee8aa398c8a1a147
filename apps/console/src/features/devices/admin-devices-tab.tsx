import type { AdminDevice, DeviceSort } from "@udt/contract/endpoints/devices";
import { PhoneIcon } from "../../lib/components/icons.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, ListToggle, useListView, type TableColumn } from "../../lib/list/index.ts";
import { AdminDeviceDrawer } from "./admin-device-drawer.tsx";
import { AdminDeviceRow } from "./admin-device-row.tsx";
import { useBulkButtons } from "./bulk-buttons.tsx";
import "./devices.css";
import { DEVICE_FILTERS, DeviceFilters } from "./device-filters.tsx";
import { useDeviceSorting } from "./device-sorting.tsx";
import { StateCounts } from "./state-counts.tsx";
import { useAdminDevices } from "./use-admin-devices.ts";
import { BULK_ACTIONS } from "./use-bulk.ts";
import { useTickWords } from "./use-together.tsx";

const ACTIONS = [...BULK_ACTIONS, "give"] as const;

/** The devices of every project, and what administrators of the server do with them. */
export function AdminDevicesTab() {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const view = useListView({ ...DEVICE_FILTERS, out_of_use: ["1"] });
  const sorting = useDeviceSorting(view);
  const devices = useAdminDevices({ ...view.query, ...sorting.asked });
  const [opened, open] = view.opened("device_id");
  const words = useTickWords();
  const { buttons, dialog } = useBulkButtons(null, ACTIONS);
  const columns: readonly TableColumn<DeviceSort>[] = [
    { key: "device", label: t("column.device"), width: "23%", sort: "name" },
    { key: "serial", label: t("column.serial"), width: "11%", sort: "serial" },
    { key: "state", label: t("column.state"), width: 136, sort: "state" },
    { key: "doing", label: t("column.doing") },
    { key: "place", label: t("column.place"), width: "12%" },
    { key: "given", label: t("column.given"), width: "11%" },
    { key: "battery", label: t("column.battery"), width: 92, sort: "battery" },
    { key: "known", label: t("column.known"), width: 144 },
  ];
  const counts = devices.data?.state_counts;
  const known = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <ListPage<AdminDevice, DeviceSort>
        read={devices}
        error={t("error")}
        view={view}
        filters={
          <DeviceFilters
            view={view}
            sites={devices.data?.sites}
            more={
              <>
                <ListToggle view={view} name="out_of_use" label={common("device_state.out_of_use")} />
                {sorting.choice}
              </>
            }
          />
        }
        count={(total) =>
          t("count", { count: known, shown: format.number(total), total: format.number(Math.max(known, total)) })
        }
        note={
          counts && (
            <div className="devices-counts">
              <StateCounts counts={counts} chosen={view.chosen.state} onChoose={(state) => view.set({ state })} />
            </div>
          )
        }
        columns={columns}
        sorting={sorting.sorting}
        renderRow={(device, tick) => (
          <AdminDeviceRow key={device.device_id} device={device} tick={tick} onOpen={open} />
        )}
        selection={{
          idOf: ({ device_id }) => device_id,
          nameOf: deviceName,
          isTickable: () => true,
          words: { ...words, all: t("bulk.all") },
          actions: buttons,
        }}
        search={t("search")}
        icon={<PhoneIcon size={22} />}
        none={{ title: t("none.title"), text: t("none.text") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      {dialog}
      <AdminDeviceDrawer device_id={opened} onClose={() => open(undefined)} />
    </>
  );
}
