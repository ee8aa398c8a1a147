import type { Model } from "@udt/contract/endpoints/models";
import { Drawer } from "antd";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ModelForm } from "./model-form.tsx";
import { useModel } from "./use-models.ts";

/** One model of the catalogue, to be read and changed. */
export function ModelDrawer({ model_id, onClose }: { model_id: string | null; onClose: () => void }) {
  const t = useT("models");
  const read = useModel(model_id);
  if (model_id === null) return null;
  const model: Model | undefined = read.data;
  // What was typed is not lost when it is read anew.
  if (model) return <ModelForm key={model_id} model={model} onClose={onClose} />;
  return (
    <Drawer open size={560} title={t("title")} onClose={onClose}>
      {read.isError ? (
        <ErrorState title={t("error_model")} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Drawer>
  );
}
