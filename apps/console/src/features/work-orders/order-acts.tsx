import { CloseOutlined, PaperClipOutlined } from "@ant-design/icons";
import { LIMITS, WORK_ORDER_FILE_TYPES, WORK_ORDER_TRANSITIONS } from "@udt/contract";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import { Button, Input } from "antd";
import { FileButton } from "../../lib/components/file-button.tsx";
import { useDrop } from "../../lib/drop/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useWorkOrder } from "../../lib/work-orders/index.ts";
import { useOrderDraft, type FileFault } from "./use-order-draft.ts";

const ENDINGS = Object.keys(WORK_ORDER_FILE_TYPES);

/** What whoever looks may do about it: administrators of the server, who look through no project, all but attach files. */
export function OrderActs({ project, order }: { project: string | null; order: WholeWorkOrder }) {
  if (project === null) return <Acts project={null} order={order} mayMove />;
  return <ActsInProject project={project} order={order} />;
}

function ActsInProject({ project, order }: { project: string; order: WholeWorkOrder }) {
  return <Acts project={project} order={order} mayMove={useMay(project, "project.owner")} />;
}

/** One word for whatever is done with it: a comment, with files, or why it was moved. */
function Acts(props: { project: string | null; order: WholeWorkOrder; mayMove: boolean }) {
  const { project, order, mayMove } = props;
  const t = useT("work-orders");
  const common = useT("common");
  const { move } = useWorkOrder(project, order.number);
  const draft = useOrderDraft(project, order.number);
  const { text, files, faults, inHand } = draft;
  // A file is of the project that attached it, with which it goes.
  const mayAttach = project !== null;
  const { isOver, handlers } = useDrop(({ files: dropped }) => draft.add(dropped));
  const refusal = move.error ?? draft.error;
  const next = mayMove ? WORK_ORDER_TRANSITIONS[order.state] : [];
  const begin = () => {
    move.reset();
    draft.reset();
  };
  return (
    <form
      className="orders-acts"
      data-over={isOver || undefined}
      {...(mayAttach && handlers)}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
        draft.submit();
      }}
    >
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={LIMITS.work_order_text_max}
        aria-label={t("drawer.comment_label")}
        placeholder={t("drawer.comment_label")}
        value={text}
        onChange={(event) => draft.setText(event.target.value)}
        onPaste={({ clipboardData: { files: pasted } }) => mayAttach && pasted.length > 0 && draft.add([...pasted])}
      />
      <Chosen files={files} inHand={inHand} onDrop={draft.isSending ? undefined : draft.drop} />
      <Faults faults={faults} />
      {refusal && (
        <p className="orders-refused" role="alert">
          {errorText(refusal)}
        </p>
      )}
      <div>
        {mayAttach && (
          <FileButton
            icon={<PaperClipOutlined />}
            label={t("files.attach")}
            accept={ENDINGS.map((ending) => `.${ending}`).join(",")}
            disabled={draft.isSending}
            onFiles={draft.add}
          />
        )}
        {draft.isSending && files.length > 0 && <Button onClick={draft.cancel}>{common("cancel")}</Button>}
        <Button htmlType="submit" disabled={text.trim() === "" && files.length === 0} loading={draft.isSending}>
          {t("drawer.comment_send")}
        </Button>
        {next.map((state) => (
          <Button
            key={state}
            type={state === "processed" ? "primary" : "default"}
            // What is still to be attached would be lost with it.
            disabled={files.length > 0}
            loading={move.isPending && move.variables.state === state}
            onClick={() => {
              begin();
              move.mutate({ state, text: text.trim() }, { onSuccess: draft.clear });
            }}
          >
            {t(`drawer.to.${state}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** What goes with the word, and which of it is on its way. */
function Chosen(props: {
  files: readonly File[];
  inHand: File | undefined;
  onDrop: ((file: File) => void) | undefined;
}) {
  const t = useT("work-orders");
  const common = useT("common");
  const format = useFormat();
  const { files, inHand, onDrop } = props;
  if (files.length === 0) return null;
  return (
    <ul className="orders-chosen" aria-label={t("files.chosen")}>
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`}>
          <span data-literal>{file.name}</span>
          <small className="udt-secondary udt-num" role={file === inHand ? "status" : undefined}>
            {file === inHand ? t("files.sending") : format.bytes(file.size)}
          </small>
          {onDrop && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={common("labelled", { label: t("files.leave_out"), value: file.name })}
              onClick={() => onDrop(file)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Faults({ faults }: { faults: readonly FileFault[] }) {
  const t = useT("work-orders");
  const format = useFormat();
  if (faults.length === 0) return null;
  const words = { endings: inRow(ENDINGS), most: format.bytes(LIMITS.work_order_file_max_bytes) };
  return (
    <div className="orders-refused" role="alert">
      {faults.map(({ name, why }) => (
        <p key={name}>{t(`files.fault.${why}`, { name, ...words })}</p>
      ))}
    </div>
  );
}
