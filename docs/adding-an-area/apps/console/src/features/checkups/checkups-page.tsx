import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ThunderboltOutlined } from "@ant-design/icons";
import { checkupEndpoints } from "@udt/contract/endpoints/checkups";
import { useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { PageHeader } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useListView } from "../../lib/list/index.ts";
import { useProjectId } from "../../lib/project.ts";

/** What the project's devices said of themselves. */
export default function CheckupsPage() {
  const t = useT("checkups");
  const format = useFormat();
  const project = useProjectId();
  const view = useListView({});
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const { page_num, page_size } = view.query;
  const read = useQuery({
    ...queryOf(checkupEndpoints.checkupList, { query: { project, page_num, page_size } }),
    placeholderData: keepPreviousData,
  });
  const percent = (value: number | null) => (value === null ? "–" : t("percent", { value: String(value) }));
  return (
    <>
      <PageHeader title={t("title")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={read}
        columns={(["device", "battery", "load", "time"] as const).map((key) => ({ key, label: t(`column.${key}`) }))}
        renderRow={({ test_id, model, battery_percent, load_percent, created_at }) => (
          <tr key={test_id}>
            <td>{model}</td>
            <td>{percent(battery_percent)}</td>
            <td>{percent(load_percent)}</td>
            <td>{format.dateTime(created_at, now)}</td>
          </tr>
        )}
        error={t("error")}
        icon={<ThunderboltOutlined />}
        none={{ title: t("none.title"), text: t("none.text") }}
        noMatch={{ title: t("none.title"), text: t("none.text"), clear: t("first_page") }}
      />
    </>
  );
}
