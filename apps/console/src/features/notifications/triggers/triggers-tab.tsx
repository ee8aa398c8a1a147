import { PlusOutlined, ThunderboltOutlined } from "@ant-design/icons";
import { TRIGGER_EVENTS, type Trigger } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useFormat, withGap } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListFilter, ListPage, useListView } from "../../../lib/list/index.ts";
import { usePrivileges } from "../../../lib/privileges/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useAllChannels, useTriggers } from "../use-notifications.ts";
import { TriggerEditor } from "./trigger-editor.tsx";
import { useTriggerRows } from "./trigger-row.tsx";

/** Which events go where. */
export function TriggersTab() {
  const t = useT("notifications");
  const format = useFormat();
  const project = useProjectId();
  const mayEdit = usePrivileges(project).may("project.edit");
  const view = useListView({ event: TRIGGER_EVENTS });
  const triggers = useTriggers(project, { ...view.chosen, ...view.page });
  const channels = useAllChannels(project);
  const usable = channels.data?.list.filter(({ kind }) => kind !== "scheduled");
  const [edited, setEdited] = useState<Trigger | "new">();
  const rows = useTriggerRows({ project, mayEdit, onEdit: setEdited });
  const hasChannels = usable === undefined || usable.length > 0;
  const add = mayEdit && hasChannels && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited("new")}>
      {t("triggers.add")}
    </Button>
  );
  return (
    <>
      <ListPage
        {...rows}
        view={view}
        read={triggers}
        filters={
          <ListFilter view={view} name="event" label={t("triggers.filter")} text={(event) => t(`event.${event}`)} />
        }
        count={(total) => t("triggers.count", { count: total, total: format.number(total) })}
        add={add}
        expected={4}
        error={t("triggers.error")}
        icon={<ThunderboltOutlined />}
        none={{
          title: t("triggers.none.title"),
          text: (
            <>
              {withGap(t("triggers.none.text"))}
              {!hasChannels && t("triggers.none.first")}
            </>
          ),
          action: hasChannels ? add : <LinkButton to="?tab=channels">{t("deliveries.to_channels")}</LinkButton>,
        }}
        noMatch={{
          title: t("triggers.no_match.title"),
          text: t("triggers.no_match.text"),
          clear: t("triggers.no_match.clear"),
        }}
      />
      {edited && (
        <TriggerEditor
          project={project}
          trigger={edited === "new" ? undefined : edited}
          channels={usable ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
