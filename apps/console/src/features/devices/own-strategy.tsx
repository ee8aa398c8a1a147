import { useMutation } from "@tanstack/react-query";
import type { DeviceStrategies } from "@udt/contract/endpoints/self-checks";
import { tagEndpoints } from "@udt/contract/endpoints/tags";
import { App, Button } from "antd";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { TAG_READS } from "../../lib/tags/index.ts";

/** For who may change tags: gives a device a strategy of its own, which is a tag that it alone has, or changes and removes that. */
export function OwnStrategy(props: { project: string; device_id: string; told: DeviceStrategies }) {
  const t = useT("devices");
  const { project, device_id, told } = props;
  const mayChange = useMay(project, "tag.delete");
  const { modal } = App.useApp();
  const stale = useStale();
  const remove = useMutation({
    mutationFn: (tag_id: string) => api.call(tagEndpoints.tagDelete, { params: { tag_id }, query: { project } }),
    onSettled: () => void stale(TAG_READS, project),
  });
  const own = told.tags.find(({ is_own, has_inspection }) => is_own && has_inspection);
  if (!mayChange) return null;
  if (!own) return <LinkButton to={paths.tagAddOf(project, device_id)}>{t("strategies.own.make")}</LinkButton>;
  return (
    <>
      <LinkButton to={paths.tagEditOf(project, own.tag_id, device_id)}>{t("strategies.own.change")}</LinkButton>
      <Button
        danger
        onClick={() =>
          modal.confirm({
            title: t("strategies.own.ask"),
            content: t("strategies.own.text", { tag: own.name }),
            okText: t("strategies.own.remove"),
            okButtonProps: { danger: true },
            // The error policy tells a refusal, such as a task that has begun to use it.
            onOk: () => remove.mutateAsync(own.tag_id).catch(() => undefined),
          })
        }
      >
        {t("strategies.own.remove")}
      </Button>
    </>
  );
}
