export { PICTURES_MS } from "./pictures-ms.ts";
export { DevicePicture, HeldPicture } from "./device-picture.tsx";
export { useLastPicture, usePicturedDevice } from "./last-picture.ts";
export { useBusyDevices } from "./busy-devices.ts";
export { useDevicePictures } from "./choice.ts";
