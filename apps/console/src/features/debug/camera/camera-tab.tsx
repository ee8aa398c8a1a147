import { CAMERAS, LIMITS, type CameraImage, type CameraName } from "@udt/contract";
import { useRef, useState } from "react";
import { ErrorState, SkeletonBar } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { listOf, useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { shownName } from "../files/file-view.ts";
import { CameraIcon, RetryIcon, TrashIcon } from "../icons.tsx";
import { NotRunning } from "../not-running.tsx";
import { PickFiles } from "../pick-files.tsx";
import { useSession } from "../session.tsx";
import { useDrop, type Dropped } from "../../../lib/drop/index.ts";
import { PICTURE_TYPES, useCamera } from "./use-camera.ts";
import "./camera.css";

type Camera = ReturnType<typeof useCamera>;

/** What the device's cameras see in place of the world. */
export function CameraTab() {
  if (!useSession().running) return <NotRunning icon={<CameraIcon />} />;
  return <Cameras />;
}

function Cameras() {
  const t = useT("debug");
  const camera = useCamera();
  const { images, byCamera, put, remove } = camera;
  if (images.isPending)
    return (
      <div className="dbg-scroll">
        {CAMERAS.map((name) => (
          <section key={name} className="dbg-camera">
            <SkeletonBar width="100%" height={96} />
          </section>
        ))}
      </div>
    );
  if (images.isError)
    return <ErrorState title={t("camera.failed")} error={images.error} onRetry={() => void images.refetch()} />;
  const error = put.error ?? remove.error;
  const [sending] = put.isPending ? put.variables.files : [];
  return (
    <div className="dbg-scroll">
      <p className="dbg-camera-words">{t("camera.order")}</p>
      <p className="dbg-camera-words" role="status" data-tone={error ? "bad" : undefined}>
        {error ? errorText(error) : sending && t("camera.sending", { name: sending.name })}
      </p>
      {byCamera.map((one) => (
        <OneCamera key={one.camera} {...one} all={camera} />
      ))}
    </div>
  );
}

function OneCamera({ camera, list, all }: { camera: CameraName; list: CameraImage[]; all: Camera }) {
  const t = useT("debug");
  const max = LIMITS.camera_images_max;
  const [untaken, setUntaken] = useState<{ files: string[]; folders: string[] }>();
  const add = ({ files, folders = [] }: Pick<Dropped, "files"> & Partial<Dropped>) => {
    const free = max - list.length;
    const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => shownName(name));
    setUntaken({ files: namesOf(files.slice(free)), folders: namesOf(folders) });
    const taken = files.slice(0, free);
    if (taken.length > 0) all.put.mutate({ camera, files: taken });
  };
  const drop = useDrop(add);
  const isFull = list.length >= max;
  return (
    <section
      className="dbg-camera"
      aria-label={t(`camera.${camera}`)}
      data-camera={camera}
      data-over={drop.isOver || undefined}
      {...drop.handlers}
    >
      <div className="dbg-camera-head">
        <h2>{t(`camera.${camera}`)}</h2>
        {isFull ? (
          <span className="udt-secondary">{t("camera.full", { max })}</span>
        ) : (
          <PickFiles label={t("camera.add")} accept={PICTURE_TYPES} isPlain onFiles={(files) => add({ files })} />
        )}
      </div>
      {untaken && (
        <div className="dbg-camera-untaken" role="status">
          {untaken.files.length > 0 && <p>{t("camera.too_many", { names: listOf(untaken.files), max })}</p>}
          {untaken.folders.length > 0 && <p>{t("camera.no_folders", { names: listOf(untaken.folders) })}</p>}
        </div>
      )}
      {list.length === 0 ? (
        <p className="dbg-camera-empty">
          {t("camera.empty")}
          <span>{t("camera.drop")}</span>
        </p>
      ) : (
        <ol className="dbg-camera-list">
          {list.map((image) => (
            <OneImage key={image.image_index} image={image} all={all} />
          ))}
        </ol>
      )}
    </section>
  );
}

function OneImage({ image, all }: { image: CameraImage; all: Camera }) {
  const t = useT("debug");
  const common = useT("common");
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const { type: camera, image_index } = image;
  const name = t("camera.named", { number: image_index + 1 });
  const url = all.urlOf(image);
  return (
    <li data-image-index={image_index}>
      <span className="dbg-camera-picture">{url === undefined ? <CameraIcon /> : <img src={url} alt="" />}</span>
      <span className="dbg-camera-facts">
        <strong>{name}</strong>
        <span className="udt-secondary udt-num">{format.bytes(image.size_bytes)}</span>
      </span>
      <button
        type="button"
        className="udt-icon-button"
        data-large
        aria-label={common("labelled", { label: t("camera.replace"), value: name })}
        title={t("camera.replace")}
        disabled={all.put.isPending}
        onClick={() => picker.current?.click()}
      >
        <RetryIcon />
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={PICTURE_TYPES}
        aria-label={common("labelled", { label: t("camera.replace"), value: name })}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) all.put.mutate({ camera, files, image_index });
        }}
      />
      <button
        type="button"
        className="udt-icon-button"
        data-large
        aria-label={common("labelled", { label: t("camera.remove"), value: name })}
        title={t("camera.remove")}
        disabled={all.remove.isPending}
        onClick={() => all.remove.mutate(image)}
      >
        <TrashIcon />
      </button>
    </li>
  );
}
