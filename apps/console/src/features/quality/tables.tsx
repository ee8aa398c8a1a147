import { DownloadOutlined } from "@ant-design/icons";
import { qualityEndpoints, QUALITY_TABLES } from "@udt/contract/endpoints/quality";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import { useDownload } from "../../lib/download/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { BoardQuery } from "./use-board.ts";

/** What the board shows, to be taken away as a table. */
export function Tables({ query, disabled }: { query: BoardQuery; disabled: boolean }) {
  const t = useT("quality");
  const download = useDownload(qualityEndpoints.qualityExport);
  const items = QUALITY_TABLES.map((table) => ({
    key: table,
    label: t(`table.${table}`),
    onClick: () =>
      download.mutate({ call: { query: { ...query, table } }, name: `udt-quality-${table}-${query.days}d.csv` }),
  }));
  return (
    <ClickMenu menu={{ items }}>
      <button type="button" className="udt-button" disabled={disabled}>
        <DownloadOutlined /> {t("csv")}
      </button>
    </ClickMenu>
  );
}
