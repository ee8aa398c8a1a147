import { FireOutlined } from "@ant-design/icons";
import type { MemorySample, MemoryTree } from "@udt/contract";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { besides } from "./stack-place.ts";

/** Leads to the flame graph of a sample, beside another one where that is given. */
export function FlameButton({
  sample,
  tree,
  before,
}: {
  sample: MemorySample;
  tree: MemoryTree;
  before?: MemorySample;
}) {
  const t = useT("memory");
  const project = useProjectId();
  const { trace_id, sample_id } = sample;
  const view = { sample: sample_id, tree, ...besides(trace_id, before) };
  return (
    <LinkButton size="small" icon={<FireOutlined />} to={paths.memoryFlame(project, trace_id, view)}>
      {t("to_flame")}
    </LinkButton>
  );
}
