import { useQuery } from "@tanstack/react-query";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { Alert } from "antd";
import { queryOf } from "../../../lib/api/queries.ts";
import { Changes } from "../../../lib/changes/index.ts";
import { SkeletonRows } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { Choices } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import type { KeptFiles } from "./kept.ts";

/** Files that are where a recording is to be saved: what is there beside what is here, and a choice between them. */
export function KeepTaken(props: {
  repo_id: string;
  /** Of which they are. */
  commit_id: string;
  path: string;
  files: KeptFiles;
  /** Which of the files are there. */
  there: readonly string[];
  isReplacing: boolean;
  onReplacing: (isReplacing: boolean) => void;
}) {
  const t = useT("debug");
  const format = useFormat();
  const project = useProjectId();
  const { repo_id, commit_id, path, files, there, isReplacing, onReplacing } = props;
  const isThere = there.includes(path);
  const theirs = useQuery({
    ...queryOf(scriptEndpoints.scriptFile, { params: { repo_id }, query: { project, path, commit_id } }),
    enabled: isThere,
  });
  const pictures = there.length - (isThere ? 1 : 0);
  if (theirs.error) return <Alert type="error" showIcon title={errorText(theirs.error)} />;
  if (isThere && !theirs.data) return <SkeletonRows rows={3} />;
  if (theirs.data?.text === null) return <p className="udt-secondary">{t("script.keep.no_text")}</p>;
  return (
    <>
      <Choices
        label={t("script.keep.there", { path: there[0] ?? path })}
        value={isReplacing ? "replace" : "other"}
        options={[
          { value: "other", label: t("script.keep.other"), hint: t("script.keep.other_hint") },
          { value: "replace", label: t("script.keep.replace"), hint: t("script.keep.replace_hint") },
        ]}
        onChange={(to) => onReplacing(to === "replace")}
      />
      {theirs.data && (
        <Changes label={t("script.keep.difference")} before={theirs.data.text ?? ""} after={files.text} />
      )}
      {pictures > 0 && (
        <p className="udt-secondary">
          {t("script.keep.pictures_there", { count: pictures, total: format.number(pictures) })}
        </p>
      )}
    </>
  );
}
