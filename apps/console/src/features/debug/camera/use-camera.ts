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
  const [sent] = useState(() => new Map<string, { url: string; of: string }>());
  useEffect(() => () => sent.forEach(({ url }) => URL.revokeObjectURL(url)), [sent]);
  const placeOf = ({ type, image_index }: CameraImagePlace) => `${type}-${image_index}`;
  // Somebody else may have put another one in its place.
  const nameOf = ({ size_bytes, modified_at }: CameraImage) => `${size_bytes}-${modified_at}`;
  return {
    urlOf(image: CameraImage): string | undefined {
      const known = sent.get(placeOf(image));
      return known?.of === nameOf(image) ? known.url : undefined;
    },
    note(image: CameraImage, file: File) {
      URL.revokeObjectURL(sent.get(placeOf(image))?.url ?? "");
      sent.set(placeOf(image), { url: URL.createObjectURL(file), of: nameOf(image) });
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
  const list = images.data?.list ?? [];
  /** Which pictures the device says to have where these files went. */
  const noteAll = async (files: ReadonlyMap<number, File>, camera: CameraName) => {
    const now = (await images.refetch()).data?.list ?? [];
    for (const image of now) {
      const file = image.type === camera ? files.get(image.image_index) : undefined;
      if (file?.size === image.size_bytes) sent.note(image, file);
    }
  };
  const put = useMutation({
    mutationFn: async ({ camera, files, image_index }: Putting) => {
      const places = image_index === undefined ? freePlaces(list, camera) : [image_index];
      const arrived = new Map<number, File>();
      try {
        for (const [at, image_index] of places.slice(0, files.length).entries()) {
          const image = files[at];
          if (!image) break;
          await api.call(cameraImageEndpoints.cameraImageSet, { ...call, body: { type: camera, image_index, image } });
          arrived.set(image_index, image);
        }
      } finally {
        await noteAll(arrived, camera);
      }
    },
  });
  const remove = useMutation({
    mutationFn: ({ type, image_index }: CameraImagePlace) => {
      const query = { project, type, image_index };
      return api.call(cameraImageEndpoints.cameraImageRemove, { params: call.params, query });
    },
    onSettled: () => stale(["cameraImageList"], project),
  });
  const byCamera = CAMERAS.map((camera) => ({ camera, list: list.filter(({ type }) => type === camera) }));
  return { images, byCamera, put, remove, urlOf: sent.urlOf };
}
