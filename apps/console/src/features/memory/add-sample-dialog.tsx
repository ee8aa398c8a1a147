import { CloseOutlined, FileOutlined, UploadOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { Alert, Input, Progress } from "antd";
import { useState } from "react";
import { FileButton } from "../../lib/components/file-button.tsx";
import { useDrop } from "../../lib/drop/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { Field } from "../../lib/form/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import type { UnfinishedMoment } from "./unfinished.ts";
import { type SentFile, useSampleUpload } from "./use-sample-upload.ts";

/** Adds a sample to a trace: the files of one moment, and what the moment is called. */
export function AddSampleDialog(props: {
  project: string;
  trace_id: string;
  /** What goes on, once its files are chosen again. */
  unfinished?: UnfinishedMoment | undefined;
  onAdded: (sample_id: string) => void;
  onClose: () => void;
}) {
  const t = useT("memory");
  const format = useFormat();
  const { project, trace_id, unfinished, onAdded, onClose } = props;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [leftOut, setLeftOut] = useState<Record<"empty" | "many", string[]>>({ empty: [], many: [] });
  const [label, setLabel] = useState(unfinished?.label ?? "");
  const upload = useSampleUpload(project, trace_id, (sample_id) => {
    onAdded(sample_id);
    onClose();
  });
  const isSending = upload.sent !== undefined;
  const add = (more: readonly File[]) => {
    const filled = more.filter((file) => file.size > 0);
    const room = LIMITS.memory_files_max - files.length;
    setFiles([...files, ...filled.slice(0, room)]);
    setLeftOut({ empty: namesOf(more.filter((file) => file.size === 0)), many: namesOf(filled.slice(room)) });
  };
  const drop = useDrop((dropped) => !isSending && add(dropped.files));
  const rows: readonly SentFile[] = upload.sent ?? files.map((file) => ({ file, retrying: false }));
  return (
    <Dialog
      title={t("add.title")}
      okText={t("add.ok")}
      okButtonProps={{ disabled: files.length === 0 }}
      confirmLoading={isSending}
      // A key that was hit by mistake gives up nothing that has come far; who wants to has a button.
      keyboard={!isSending}
      mask={{ closable: !isSending }}
      onOk={() => void upload.start(files, label.trim())}
      onCancel={() => {
        upload.giveUp();
        onClose();
      }}
    >
      <div className="udt-form">
        <div className="memory-drop" data-over={drop.isOver || undefined} {...drop.handlers}>
          <p>{unfinished ? t("unfinished.again", { names: inRow(unfinished.file_names) }) : t("add.lead")}</p>
          <FileButton icon={<UploadOutlined />} label={t("add.choose")} accept="" disabled={isSending} onFiles={add} />
          <small className="udt-secondary">{t("add.formats")}</small>
        </div>
        {(["empty", "many"] as const).map(
          (why) =>
            leftOut[why].length > 0 && (
              <Alert
                key={why}
                type="warning"
                showIcon
                title={t(`add.left_out_${why}`, {
                  names: inRow(leftOut[why]),
                  max: format.number(LIMITS.memory_files_max),
                })}
              />
            ),
        )}
        {rows.length > 0 && (
          <ul className="memory-files" aria-label={t("add.files")}>
            {rows.map((row, index) => (
              <FileRow
                key={index}
                row={row}
                isSending={isSending}
                onRemove={() => setFiles((before) => before.filter((file) => file !== row.file))}
              />
            ))}
          </ul>
        )}
        <Field
          label={t("add.label")}
          hint={t("add.label_hint")}
          render={(control) => (
            <Input
              {...control}
              autoComplete="off"
              disabled={isSending}
              maxLength={LIMITS.name_max}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        />
        {upload.error !== undefined && <Alert type="error" showIcon title={errorText(upload.error)} />}
      </div>
    </Dialog>
  );
}

const namesOf = (files: readonly File[]): string[] => files.map(({ name }) => name);

function FileRow({ row, isSending, onRemove }: { row: SentFile; isSending: boolean; onRemove: () => void }) {
  const t = useT("memory");
  const format = useFormat();
  const { file, sent_bytes, retrying } = row;
  return (
    <li>
      <FileOutlined className="udt-secondary" />
      <span className="udt-ellipsis" title={file.name} data-literal>
        {file.name}
      </span>
      {isSending ? (
        <Progress
          percent={Math.floor(((sent_bytes ?? 0) / Math.max(1, file.size)) * 100)}
          size="small"
          status={retrying ? "exception" : "active"}
          aria-label={file.name}
        />
      ) : (
        <>
          <span className="udt-secondary udt-num">{format.bytes(file.size)}</span>
          <button
            type="button"
            className="udt-icon-button"
            aria-label={t("add.remove", { name: file.name })}
            title={t("add.remove", { name: file.name })}
            onClick={onRemove}
          >
            <CloseOutlined />
          </button>
        </>
      )}
    </li>
  );
}
