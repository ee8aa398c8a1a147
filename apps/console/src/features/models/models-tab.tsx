import { PhoneIcon } from "../../lib/components/icons.tsx";
import { MODEL_SORTS, type Model } from "@udt/contract/endpoints/models";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useListView, type TableColumn } from "../../lib/list/index.ts";
import { ModelDrawer } from "./model-drawer.tsx";
import { ModelRow } from "./model-row.tsx";
import "./models.css";
import { useModels } from "./use-models.ts";

/** The catalogue of hardware models. */
export function ModelsTab() {
  const t = useT("models");
  const format = useFormat();
  const view = useListView();
  const sorting = view.sorting(MODEL_SORTS, "model", "asc");
  const { sort, order } = sorting;
  const models = useModels({ ...view.query, sort, order });
  const [opened, open] = view.opened("model_id");
  const columns: readonly TableColumn<(typeof MODEL_SORTS)[number]>[] = [
    { key: "model", label: t("column.model"), sort: "model" },
    { key: "resolution", label: t("column.resolution"), width: 132 },
    { key: "cpu", label: t("column.cpu"), width: "22%" },
    { key: "memory", label: t("column.memory"), width: 108 },
    { key: "devices", label: t("column.devices"), width: 108, sort: "device_count" },
    { key: "known", label: t("column.known"), width: 132, sort: "created_at" },
  ];
  return (
    <>
      <ListPage
        view={view}
        read={models}
        search={t("search")}
        count={(total) => t("count", { count: total, shown: format.number(total) })}
        columns={columns}
        sorting={sorting}
        renderRow={(model: Model) => <ModelRow key={model.model_id} model={model} onOpen={open} />}
        error={t("error")}
        icon={<PhoneIcon size={22} />}
        none={{ title: t("none.title"), text: t("none.text") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      <ModelDrawer model_id={opened} onClose={() => open(undefined)} />
    </>
  );
}
