import { modelEndpoints } from "@udt/contract/endpoints/models";
import { useState } from "react";
import { api } from "../api/api.ts";
import { deviceName, type NamedDevice } from "../device-name/index.ts";
import "./model-name.css";

interface ModelNameProps {
  /** Through which it is looked at; null: by an administrator, through none. */
  project: string | null;
  device: NamedDevice;
}

/** What a device is called, behind its model's picture where the catalogue has one. */
export function ModelName({ project, device }: ModelNameProps) {
  return (
    <>
      <ModelPicture project={project} look={device.catalogue} />
      {deviceName(device)}
    </>
  );
}

/** A model's picture, as small as a line of text or larger; nothing where there is none. What it shows is said beside it. */
export function ModelPicture(props: {
  project: string | null;
  look: NamedDevice["catalogue"];
  size?: "line" | "row" | "large";
}) {
  const { project, look, size = "line" } = props;
  const [failed, setFailed] = useState<string>();
  if (!look || look.picture === null || look.picture === failed) return null;
  const { model_id, picture: v } = look;
  const src =
    project === null
      ? api.url(modelEndpoints.adminModelPicture, { params: { model_id }, query: { v } })
      : api.url(modelEndpoints.modelPicture, { params: { model_id }, query: { project, v } });
  return (
    <img
      className="udt-model-picture"
      data-size={size}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      // Another has come since, or it is gone: what shows the device is told so.
      onError={() => setFailed(v)}
    />
  );
}
