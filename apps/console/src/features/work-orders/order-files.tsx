import { DeleteOutlined, PaperClipOutlined } from "@ant-design/icons";
import type { WorkOrderFile } from "@udt/contract";
import { Button, Popconfirm } from "antd";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { orderFileUrl, useWorkOrder } from "../../lib/work-orders/index.ts";

/** What is attached to an order or a comment on it: pictures are shown, everything is to be kept. */
export function OrderFiles(props: { project: string; number: number; files: readonly WorkOrderFile[] }) {
  const t = useT("work-orders");
  const { project, number, files } = props;
  const { detach } = useWorkOrder(project, number);
  if (files.length === 0) return null;
  return (
    <>
      <ul className="orders-files" aria-label={t("files.title")}>
        {files.map((file) => (
          <OrderFile
            key={file.file_id}
            file={file}
            href={orderFileUrl(project, number, file.file_id)}
            isGoing={detach.isPending && detach.variables === file.file_id}
            onRemove={() => detach.mutate(file.file_id)}
          />
        ))}
      </ul>
      {detach.error && (
        <p className="orders-refused" role="alert">
          {errorText(detach.error)}
        </p>
      )}
    </>
  );
}

function OrderFile(props: { file: WorkOrderFile; href: string; isGoing: boolean; onRemove: () => void }) {
  const t = useT("work-orders");
  const common = useT("common");
  const format = useFormat();
  const { file, href, isGoing, onRemove } = props;
  const { name, user_name, created_at } = file;
  const about = `${user_name} · ${format.exact(created_at)}`;
  return (
    <li title={about}>
      <a href={href} download={name}>
        {file.content_type.startsWith("image/") ? <img src={href} alt={name} loading="lazy" /> : <PaperClipOutlined />}
        <span data-literal>{name}</span>
        <small className="udt-secondary udt-num">{format.bytes(file.size_bytes)}</small>
      </a>
      {file.removable && (
        <Popconfirm
          title={t("files.remove_ask", { name })}
          okText={t("files.remove")}
          cancelText={common("cancel")}
          okButtonProps={{ danger: true }}
          onConfirm={onRemove}
        >
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            loading={isGoing}
            aria-label={common("labelled", { label: t("files.remove"), value: name })}
          />
        </Popconfirm>
      )}
    </li>
  );
}
