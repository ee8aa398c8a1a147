import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect } from "../../lib/list/index.ts";
import { useBranches, useMainBranch } from "./use-scripts.ts";

/** Which branch is shown; the main one unless another was chosen. */
export function BranchSelect(props: {
  project: string;
  repo_id: string;
  branch: string;
  onChange: (branch: string | undefined) => void;
}) {
  const t = useT("scripts");
  const { data } = useBranches(props.project, props.repo_id);
  const main = useMainBranch(props.project, props.repo_id);
  const initial = data?.default_branch ?? main;
  const names = data?.branches.map(({ name }) => name) ?? [initial];
  return (
    <FilterSelect
      label={t("branch")}
      value={props.branch === "" ? undefined : props.branch}
      initial={initial}
      options={names.map((value) => ({ value, label: value }))}
      onChange={props.onChange}
    />
  );
}
