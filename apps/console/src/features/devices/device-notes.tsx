import { DeleteOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import "./device-notes.css";
import { useDeviceNotes } from "./use-device-notes.ts";

/** What people of the project tell each other of a device. */
export function DeviceNotes({ project, device_id }: { project: string; device_id: string }) {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const { notes, add, remove } = useDeviceNotes(project, device_id);
  const refusal = add.error ?? remove.error;
  return (
    <section className="devices-notes" aria-label={t("notes.title")}>
      <h2 className="devices-drawer-title">{t("notes.title")}</h2>
      {notes.isPending && <SkeletonRows rows={1} />}
      {notes.isError && !notes.data && (
        <ErrorState title={t("notes.error")} error={notes.error} onRetry={() => void notes.refetch()} />
      )}
      <ul>
        {notes.data?.list.map(({ note_id, text, user_name, created_at, is_deletable }) => (
          <li key={note_id}>
            <p data-literal>{text}</p>
            <small className="udt-secondary">
              <span data-literal>{user_name}</span>
              {" · "}
              <time title={format.exact(created_at)}>{format.moment(created_at, now)}</time>
            </small>
            {is_deletable && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                title={common("delete")}
                aria-label={common("labelled", { label: common("delete"), value: text })}
                loading={remove.isPending && remove.variables === note_id}
                onClick={() => {
                  add.reset();
                  remove.mutate(note_id);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {refusal && (
        <p className="devices-refused" role="alert">
          {errorText(refusal)}
        </p>
      )}
      <NewNote
        isPending={add.isPending}
        onAdd={async (text) => {
          remove.reset();
          await add.mutateAsync(text);
        }}
      />
    </section>
  );
}

function NewNote({ isPending, onAdd }: { isPending: boolean; onAdd: (text: string) => Promise<void> }) {
  const t = useT("devices");
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // What was refused stays, to be sent again.
        if (text.trim() !== "")
          onAdd(text).then(
            () => setText(""),
            () => undefined,
          );
      }}
    >
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={LIMITS.device_note_max}
        placeholder={t("notes.placeholder")}
        aria-label={t("notes.new")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button htmlType="submit" disabled={text.trim() === ""} loading={isPending}>
        {t("notes.add")}
      </Button>
    </form>
  );
}
