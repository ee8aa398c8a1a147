import { useMutation, useQuery } from "@tanstack/react-query";
import { CAMERAS, type CameraImage, type CameraImagePlace, type CameraName, LIMITS } from "@udt/contract";
import { cameraImageEndpoints } from "@udt/contract/endpoints/camera-images";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { deviceCall, useSession } from "../session.tsx";

export const PICTURE_TYPES = "image/png,image/jpeg,.png,.jpg,.jpeg";

export interface Putting {
  camera: CameraName;
  files: File[];
  /** Where the first goes, in place of what is there; else to the places that are free. */
  image_index?: number;
}

/** What this page has put there itself, to show it: the device tells of its pictures no more than that they are there. */
function useSent() {
  const [sent] = useState(() => new Map<string, string>());
  useEffect(() => () => sent.forEach((url) => URL.revokeObjectURL(url)), [sent]);
  const keyOf = ({ type, image_index }: CameraImagePlace) => `${type}-${image_index}`;
  return {
    urlOf: (place: CameraImagePlace) => sent.get(keyOf(place)),
    note(place: CameraImagePlace, file: File | undefined) {
      URL.revokeObjectURL(sent.get(keyOf(place)) ?? "");
      if (file) sent.set(keyOf(place), URL.createObjectURL(file));
      else sent.delete(keyOf(place));
    },
  };
}

/** The first places of a camera that hold nothing. */
export function freePlaces(list: readonly CameraImage[], camera: CameraName): number[] {
  const taken = new Set(list.filter(({ type }) => type === camera).map(({ image_index }) => image_index));
  return Array.from({ length: LIMITS.camera_images_max }, (_, index) => index).filter((index) => !taken.has(index));
}

/** The pictures before the device's cameras. */
export function useCamera() {
  const session = useSession();
  const { project } = session;
  const stale = useStale();
  const sent = useSent();
  const call = deviceCall(session);
  const images = useQuery(queryOf(cameraImageEndpoints.cameraImageList, call));
  const onSettled = () => stale(["cameraImageList"], project);
  const list = images.data?.list ?? [];
  const put = useMutation({
    mutationFn: async ({ camera, files, image_index }: Putting) => {
      const places = image_index === undefined ? freePlaces(list, camera) : [image_index];
      for (const [at, image_index] of places.slice(0, files.length).entries()) {
        const place = { type: camera, image_index };
        const image = files[at];
        if (!image) break;
        await api.call(cameraImageEndpoints.cameraImageSet, { ...call, body: { ...place, image } });
        sent.note(place, image);
      }
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async ({ type, image_index }: CameraImagePlace) => {
      const query = { project, type, image_index };
      await api.call(cameraImageEndpoints.cameraImageRemove, { params: call.params, query });
      sent.note({ type, image_index }, undefined);
    },
    onSettled,
  });
  const byCamera = CAMERAS.map((camera) => ({ camera, list: list.filter(({ type }) => type === camera) }));
  return { images, byCamera, put, remove, urlOf: sent.urlOf };
}
