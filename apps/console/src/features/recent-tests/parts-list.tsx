import { HistoryOutlined } from "@ant-design/icons";
import { TEST_KINDS } from "@udt/contract";
import { type DeviceTest, PART_VERDICTS } from "@udt/contract/endpoints/device-tests";
import type { ReactNode } from "react";
import { PageHeader } from "../../lib/components/index.ts";
import { deviceName } from "../../lib/device-name/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, useListView } from "../../lib/list/index.ts";
import { PartRow, usePartColumns } from "./part-row.tsx";
import "./recent-tests.css";
import type { useDeviceTests } from "./use-device-tests.ts";

export const usePartsView = () => useListView({ kind: TEST_KINDS, verdict: PART_VERDICTS });

interface PartsListProps {
  view: ReturnType<typeof usePartsView>;
  read: ReturnType<typeof useDeviceTests>;
  device_id: string;
  /** Through which it is looked at; null: through none. */
  project: string | null;
  lead: string;
  actions: ReactNode;
}

/** What ran on a device, with its name above. */
export function PartsList({ view, read, device_id, project, lead, actions }: PartsListProps) {
  const t = useT("recent-tests");
  const format = useFormat();
  const columns = usePartColumns(project === null);
  const device = read.data?.device;
  return (
    <>
      <PageHeader title={device ? t("title", { device: deviceName(device) }) : t("title_unknown")} actions={actions}>
        <span className="udt-secondary">
          {device && <span className="udt-mono">{device.serial} · </span>}
          {lead}
        </span>
      </PageHeader>
      <ListPage<DeviceTest>
        view={view}
        read={read}
        filters={
          <ListFilters
            view={view}
            of={{
              kind: { label: t("filter.kind"), text: (kind) => t(`kind.${kind}`) },
              verdict: { label: t("filter.verdict"), text: (verdict) => t(`verdict.${verdict}`) },
            }}
          />
        }
        count={(total) => t("count", { count: total, shown: format.number(total) })}
        columns={columns}
        renderRow={(part) => <PartRow key={part.test_id} part={part} device_id={device_id} project={project} />}
        error={t("error")}
        icon={<HistoryOutlined />}
        none={{ title: t("none.title"), text: t("none.text") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
    </>
  );
}
