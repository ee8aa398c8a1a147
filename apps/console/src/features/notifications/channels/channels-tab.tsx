import { BellOutlined, PlusOutlined } from "@ant-design/icons";
import type { Channel, Delivery } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListFilter, ListPage, useListView } from "../../../lib/list/index.ts";
import { usePrivileges } from "../../../lib/privileges/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useChannels, type Owner } from "../use-notifications.ts";
import { ChannelEditor } from "./channel-editor.tsx";
import { channelKindsOf } from "./channel-values.ts";
import { useChannelRows } from "./channel-row.tsx";
import { TestOutcome } from "./test-outcome.tsx";

/** Where messages of the project go. */
export function ChannelsTab() {
  const project = useProjectId();
  return <Channels owner={project} mayEdit={usePrivileges(project).may("project.edit")} />;
}

/** Where messages go. */
export function Channels({ owner, mayEdit }: { owner: Owner; mayEdit: boolean }) {
  const t = useT("notifications");
  const format = useFormat();
  const kinds = channelKindsOf(owner);
  // What the server's setting is called helps only who can have it set.
  const isAdmin = useUser().user_role.udt_admin;
  const view = useListView({ kind: kinds });
  const channels = useChannels(owner, view.query);
  const [edited, setEdited] = useState<Channel | "new">();
  const [tested, setTested] = useState<{ channel: Channel; delivery: Delivery }>();
  const rows = useChannelRows({
    owner,
    mayEdit,
    onEdit: setEdited,
    onTested: (channel, delivery) => setTested({ channel, delivery }),
  });
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited("new")}>
      {t("channels.add")}
    </Button>
  );
  return (
    <>
      {channels.data?.mail_ready === false && (
        <p className="notifications-warning">{t(isAdmin ? "channels.mail_off_admin" : "channels.mail_off")}</p>
      )}
      <ListPage
        {...rows}
        view={view}
        read={channels}
        search={t("channels.search")}
        filters={<ListFilter view={view} name="kind" label={t("editor.kind")} text={(kind) => t(`kind.${kind}`)} />}
        count={(total) => t("channels.count", { count: total, total: format.number(total) })}
        add={add}
        note={tested && <TestOutcome {...tested} onClose={() => setTested(undefined)} />}
        expected={4}
        error={t("channels.error")}
        icon={<BellOutlined />}
        none={{
          title: t("channels.none.title"),
          text: t(owner === null ? "channels.none.alerts" : "channels.none.text"),
        }}
        noMatch={{
          title: t("channels.no_match.title"),
          text: t("channels.no_match.text"),
          clear: t("channels.no_match.clear"),
        }}
      />
      {edited && (
        <ChannelEditor
          owner={owner}
          channel={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
