import { DeleteOutlined, PaperClipOutlined } from "@ant-design/icons";
import type { WorkOrderFile } from "@udt/contract";
import { Button, Popconfirm } from "antd";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { orderFileUrl, useOrderInProject } from "../../lib/work-orders/index.ts";

/** What is attached to an order or a comment on it: pictures are shown, everything is to be kept. */
export function OrderFiles({ project, ...of }: FilesOf & { project: string | null }) {
  if (of.files.length === 0) return null;
  return project === null ? <FileList project={null} {...of} /> : <FilesInProject project={project} {...of} />;
}

interface FilesOf {
  number: number;
  files: readonly WorkOrderFile[];
}

/** By a project they were attached, and by a project they are removed. */
function FilesInProject({ project, number, files }: FilesOf & { project: string }) {
  const { detach } = useOrderInProject(project, number);
  return (
    <>
      <FileList
        project={project}
        number={number}
        files={files}
        going={detach.isPending ? detach.variables : undefined}
        onRemove={(file_id) => detach.mutate(file_id)}
      />
      {detach.error && (
        <p className="orders-refused" role="alert">
          {errorText(detach.error)}
        </p>
      )}
    </>
  );
}

function FileList(
  props: FilesOf & { project: string | null; going?: string | undefined; onRemove?: (file_id: string) => void },
) {
  const t = useT("work-orders");
  const { project, number, files, going, onRemove } = props;
  return (
    <ul className="orders-files" aria-label={t("files.title")}>
      {files.map((file) => (
        <OrderFile
          key={file.file_id}
          file={file}
          href={orderFileUrl(project, number, file.file_id)}
          isGoing={file.file_id === going}
          onRemove={onRemove && (() => onRemove(file.file_id))}
        />
      ))}
    </ul>
  );
}

function OrderFile(props: { file: WorkOrderFile; href: string; isGoing: boolean; onRemove: (() => void) | undefined }) {
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
      {file.removable && onRemove && (
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
