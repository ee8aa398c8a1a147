import { EditOutlined } from "@ant-design/icons";
import { MODEL_FACTS, type ModelFact } from "@udt/contract";
import type { Model } from "@udt/contract/endpoints/models";
import { DeviceThumb } from "../../lib/components/index.ts";
import { deviceName } from "../../lib/device-name/index.ts";
import { ModelPicture } from "../../lib/model-picture/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { factsInWords } from "./model-facts.ts";

/** What a model is called, with what it is by its own words beneath. */
export const nameOf = (model: Model): string => deviceName({ model: model.model, serial: "", catalogue: model });
export const ownWords = ({ brand, model, hardware_model }: Model): string =>
  [brand, model, hardware_model].filter((word, at, all) => word !== "" && all.indexOf(word) === at).join(" · ");

export function ModelRow({ model, onOpen }: { model: Model; onOpen: (model_id: string) => void }) {
  const format = useFormat();
  const now = useNow();
  const facts = { ...model.told, ...model.edited };
  const { resolution, cpu, memory } = factsInWords(facts);
  return (
    <tr>
      <td>
        <div className="models-model">
          <span className="models-thumb">
            {model.picture === null ? (
              <DeviceThumb device={{ width: facts.width ?? 0, height: facts.height ?? 0 }} />
            ) : (
              <ModelPicture project={null} look={model} size="row" />
            )}
          </span>
          <span className="models-name">
            <button type="button" className="udt-link" onClick={() => onOpen(model.model_id)}>
              {nameOf(model)}
            </button>
            <small className="udt-ellipsis udt-secondary" title={ownWords(model)} data-literal>
              {ownWords(model)}
            </small>
          </span>
        </div>
      </td>
      <td className="udt-num">
        {resolution} <EditedMark model={model} facts={["width", "height"]} />
      </td>
      <td className="udt-ellipsis" title={cpu}>
        {cpu} <EditedMark model={model} facts={["cpu_name", "cpu_arch", "cpu_cores"]} />
      </td>
      <td className="udt-num">
        {memory} <EditedMark model={model} facts={["memory_bytes"]} />
      </td>
      <td className="udt-num">{format.number(model.device_count)}</td>
      <td className="udt-num" title={format.exact(model.created_at)}>
        {format.moment(model.created_at, now)}
      </td>
    </tr>
  );
}

/** That administrators said it, and not the devices. */
function EditedMark({ model, facts }: { model: Model; facts: readonly ModelFact[] }) {
  const t = useT("models");
  if (!MODEL_FACTS.some((name) => facts.includes(name) && model.edited[name] !== undefined)) return null;
  const told = t("edited_by");
  return (
    <span className="models-edited" title={told}>
      <EditOutlined aria-hidden />
      <span className="udt-hidden">{told}</span>
    </span>
  );
}
