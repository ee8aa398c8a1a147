import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LIMITS, type BodyInputOf, type DataOf } from "@udt/contract";
import { consoleEndpoints } from "@udt/contract/endpoints/console";
import { App, Button, Input } from "antd";
import { useState, type FormEvent } from "react";
import { api } from "../../lib/api/api.ts";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { Choices, Field, LeaveGuard } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { announcementQuery } from "../../lib/announcement/announcement.ts";

type Announcement = DataOf<typeof consoleEndpoints.noticeGet>;

/** The system notice that everybody sees below the header. */
export function AnnouncementTab() {
  const t = useT("admin");
  const announcement = useQuery(announcementQuery);
  if (announcement.isPending) return <SkeletonRows rows={3} />;
  if (announcement.data === undefined) {
    return (
      <ErrorState
        title={t("announcement.error")}
        error={announcement.error}
        onRetry={() => void announcement.refetch()}
      />
    );
  }
  return <Editor present={announcement.data} />;
}

function usePublish() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof consoleEndpoints.noticeSet>) =>
      api.call(consoleEndpoints.noticeSet, { body }),
    onSuccess: (announcement) => queryClient.setQueryData(announcementQuery.queryKey, announcement),
  });
}

function Editor({ present }: { present: Announcement }) {
  const t = useT("admin");
  const format = useFormat();
  const { message } = App.useApp();
  const publish = usePublish();
  const [now] = useState(Date.now);
  const [text, setText] = useState(present?.text ?? "");
  const [level, setLevel] = useState<"info" | "warning">(present?.level ?? "info");
  const body = { text: text.trim(), level };
  const dirty = body.text !== (present?.text ?? "") || (body.text !== "" && level !== (present?.level ?? "info"));

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!dirty) return;
    publish.mutate(body, {
      onSuccess: () => void message.success(t(body.text === "" ? "announcement.removed" : "announcement.published")),
    });
  };
  return (
    <div className="admin-announcement">
      <form className="udt-card admin-form" onSubmit={send}>
        <LeaveGuard dirty={dirty} />
        <p className="udt-secondary">{t("announcement.lead")}</p>
        <Field
          label={t("announcement.text")}
          hint={t("announcement.text_hint", {
            count: format.number(text.length),
            max: format.number(LIMITS.announcement_max),
          })}
          render={(control) => (
            <Input.TextArea
              {...control}
              rows={3}
              value={text}
              maxLength={LIMITS.announcement_max}
              placeholder={t("announcement.placeholder")}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        />
        <Choices
          label={t("announcement.level")}
          value={level}
          options={(["info", "warning"] as const).map((value) => ({
            value,
            label: t(`announcement.${value}`),
            hint: t(`announcement.${value}_hint`),
          }))}
          onChange={setLevel}
        />
        <div className="admin-buttons">
          <Button
            type="primary"
            htmlType="submit"
            danger={body.text === "" && dirty}
            disabled={!dirty}
            loading={publish.isPending}
          >
            {t(body.text === "" && dirty ? "announcement.remove" : "announcement.publish")}
          </Button>
        </div>
      </form>
      <section className="admin-preview">
        <h2>{t("announcement.preview")}</h2>
        {body.text === "" ? (
          <p className="udt-secondary">{t("announcement.nothing")}</p>
        ) : (
          <div className="udt-bar" data-tone={level === "warning" ? "warning" : "busy"}>
            <div className="udt-bar-text">{body.text}</div>
          </div>
        )}
        {present && !dirty && (
          <p className="admin-note">{t("announcement.since", { time: format.dateTime(present.updated_at, now) })}</p>
        )}
      </section>
    </div>
  );
}
