import { LIMITS } from "@udt/contract";
import type { Model } from "@udt/contract/endpoints/models";
import { Button } from "antd";
import { PhoneIcon } from "../../lib/components/icons.tsx";
import { ModelPicture } from "../../lib/model-picture/index.ts";
import { PictureButton } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useModelActions } from "./use-models.ts";

const TYPES = ["image/png", "image/jpeg", "image/webp"];

/** A model's picture; a new one counts at once. */
export function ModelPictureField({ model }: { model: Model }) {
  const t = useT("models");
  const format = useFormat();
  const { put, remove } = useModelActions(model.model_id);
  const limit = format.bytes(LIMITS.image_size_max_bytes);
  return (
    <div className="models-picture">
      <span className="models-picture-frame">
        {model.picture === null ? <PhoneIcon size={40} /> : <ModelPicture project={null} look={model} size="large" />}
      </span>
      <PictureButton
        label={t(model.picture === null ? "picture.add" : "picture.change")}
        types={TYPES}
        hint={t("picture.hint", { limit })}
        wrongType={t("picture.wrong_type")}
        tooLarge={t("picture.too_large", { limit })}
        save={put}
      >
        {model.picture !== null && (
          <Button type="text" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("picture.remove")}
          </Button>
        )}
      </PictureButton>
    </div>
  );
}
