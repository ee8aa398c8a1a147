import { profileEntries, type TagWish } from "@udt/contract";
import type { Tag } from "@udt/contract/endpoints/tags";
import { Button } from "antd";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { deviceLabel } from "../../lib/device-name/index.ts";
import { profileInWords } from "../../lib/device-profile/index.ts";
import { environmentInWords } from "../../lib/environment/index.ts";
import { getFormat } from "../../lib/format/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { inspectionInWords } from "../../lib/inspection/index.ts";
import { Table } from "../../lib/list/index.ts";
import { rulesInWords } from "./tag-words.ts";
import type { useTagEditor } from "./use-tag-editor.ts";
import { useTag, useTagPreview } from "./use-tags.ts";

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
          <Compared project={project} theirs={data} mine={editor.draft} />
        </>
      ) : theirs.isError ? (
        <ErrorState title={t("error_tag")} error={theirs.error} onRetry={() => void theirs.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  );
}

/** How many of the devices chosen by hand are named. */
const NAMED = 10;
const EMPTY = "–";

function Compared({ project, theirs, mine }: { project: string; theirs: Tag; mine: TagWish }) {
  const t = useT("tags");
  const truth = useT("job-config");
  const words = useT("environment");
  const previews = [useTagPreview(project, theirs).data, useTagPreview(project, mine).data];
  const names = new Map(
    previews
      .flatMap((preview) => [...(preview?.included ?? []), ...(preview?.excluded ?? [])])
      .map((device) => [device.device_id, deviceLabel(device)]),
  );
  const isKnown = previews.every((preview) => preview !== undefined);
  /** What the other has not comes first: that is what there is to decide about. */
  const devices = (key: "included_device_ids" | "excluded_device_ids") => (wish: TagWish, other: TagWish) => {
    const [ids, others] = [wish[key], new Set(other[key])];
    const sorted = [...ids.filter((id) => !others.has(id)), ...ids.filter((id) => others.has(id))];
    const rest = sorted.length - NAMED;
    return [
      ...sorted.slice(0, NAMED).map((id) => names.get(id) ?? (isKnown ? t("gone") : "…")),
      ...(rest > 0 ? [t("preview.more", { count: rest, shown: getFormat().number(rest) })] : []),
    ];
  };
  const rows: { field: string; of: (wish: TagWish, other: TagWish) => string[]; key: (wish: TagWish) => unknown }[] = [
    { field: t("field.name"), of: ({ name }) => [name], key: ({ name }) => name },
    { field: t("column.rules"), of: ({ rules }) => rulesInWords(rules), key: ({ rules }) => rules },
    {
      field: t("field.included"),
      of: devices("included_device_ids"),
      key: ({ included_device_ids: ids }) => ids.toSorted(),
    },
    {
      field: t("field.excluded"),
      of: devices("excluded_device_ids"),
      key: ({ excluded_device_ids: ids }) => ids.toSorted(),
    },
    {
      field: t("field.is_default"),
      of: ({ is_default }) => [truth(is_default ? "truth.true" : "truth.false")],
      key: ({ is_default }) => is_default,
    },
    {
      field: t("field.inspection"),
      of: ({ inspection }) => (inspection === null ? [] : inspectionInWords(inspection)),
      key: ({ inspection }) => inspection,
    },
    {
      field: t("field.profile"),
      of: ({ profile }) => profileInWords(profile),
      key: ({ profile }) => profileEntries(profile).map((setting) => [setting, profile[setting]]),
    },
    {
      field: words("title"),
      of: ({ environment }) => environmentInWords(environment),
      key: ({ environment }) => environment,
    },
  ];
  const columns = [
    { key: "field", label: t("conflict.column_field"), width: 128, isHidden: true },
    { key: "theirs", label: t("conflict.column_theirs") },
    { key: "mine", label: t("conflict.column_mine") },
  ];
  return (
    <Table className="tags-compared" columns={columns}>
      {rows.map(({ field, of, key }) => (
        <tr key={field} data-differs={JSON.stringify(key(theirs)) !== JSON.stringify(key(mine)) || undefined}>
          <th scope="row">{field}</th>
          <Said parts={of(theirs, mine)} />
          <Said parts={of(mine, theirs)} />
        </tr>
      ))}
    </Table>
  );
}

function Said({ parts }: { parts: readonly string[] }) {
  // Two may be called the same, and none of them changes its place.
  return <td>{parts.length === 0 ? EMPTY : parts.map((part, at) => <div key={at}>{part}</div>)}</td>;
}
