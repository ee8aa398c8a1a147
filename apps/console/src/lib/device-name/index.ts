export { deviceLabel, deviceName, type NamedDevice } from "./device-name.ts";
