export { deviceLabel, deviceName, placeOf, type NamedDevice } from "./device-name.ts";
