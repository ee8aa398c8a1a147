import type { TagWish } from "@udt/contract";
import type { Tag } from "@udt/contract/endpoints/tags";
import { Button } from "antd";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { choiceInWords } from "./tag-words.ts";
import type { useTagEditor } from "./use-tag-editor.ts";
import { useTag } from "./use-tags.ts";

type Editor = Pick<
  ReturnType<typeof useTagEditor>,
  "base" | "draft" | "closeConflict" | "saveOver" | "takeTheirs" | "isPending"
>;

/** Somebody else has saved the tag meanwhile: both states side by side, and whose is to hold. Nothing is lost until that is said. */
export function TagConflict({ project, tag_id, editor }: { project: string; tag_id: string; editor: Editor }) {
  const t = useT("tags");
  const theirs = useTag(project, tag_id);
  // What was read before they saved is not it.
  const data = theirs.data?.version === editor.base?.version ? undefined : theirs.data;
  return (
    <Dialog
      width={640}
      title={t("conflict.title")}
      onCancel={editor.closeConflict}
      footer={
        <>
          <Button onClick={editor.closeConflict}>{t("conflict.stay")}</Button>
          <Button disabled={!data} onClick={() => data && editor.takeTheirs(data)}>
            {t("conflict.theirs")}
          </Button>
          <Button
            type="primary"
            disabled={!data}
            loading={editor.isPending}
            onClick={() => data && void editor.saveOver(data)}
          >
            {t("conflict.mine")}
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <p>{t("conflict.text", { user: data.user_name })}</p>
          <Compared theirs={data} mine={editor.draft} />
        </>
      ) : theirs.isError ? (
        <ErrorState title={t("error_tag")} error={theirs.error} onRetry={() => void theirs.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  );
}

function Compared({ theirs, mine }: { theirs: Tag; mine: TagWish }) {
  const t = useT("tags");
  const truth = useT("job-config");
  const rows = [
    { field: t("field.name"), of: ({ name }: TagWish) => name },
    { field: t("column.rules"), of: (wish: TagWish) => choiceInWords(wish).join(" · ") },
    { field: t("field.is_default"), of: ({ is_default }: TagWish) => truth(is_default ? "truth.true" : "truth.false") },
  ];
  const columns = [
    { key: "field", label: t("conflict.column_field"), width: 128, isHidden: true },
    { key: "theirs", label: t("conflict.column_theirs") },
    { key: "mine", label: t("conflict.column_mine") },
  ];
  return (
    <Table className="tags-compared" columns={columns}>
      {rows.map(({ field, of }) => (
        <tr key={field} data-differs={of(theirs) !== of(mine) || undefined}>
          <th scope="row">{field}</th>
          <td>{of(theirs)}</td>
          <td>{of(mine)}</td>
        </tr>
      ))}
    </Table>
  );
}
