export {
  ADB_HEADER_LENGTH,
  ADB_MAX_PAYLOAD,
  ADB_MIN_PAYLOAD,
  ADB_VERSION_SKIP_CHECKSUM,
  ADB_VERSION_WITH_CHECKSUM,
  AdbCommand,
  type AdbPacket,
  AdbProtocolError,
  PacketDecoder,
  checksumOf,
  encodeHeader,
  encodePacket,
} from "./packet.ts";
export { AdbStream, type StreamCarrier } from "./stream.ts";
export { AdbDeviceConnection, type AdbDeviceOptions, type AdbServiceHandler, type AdbTransport } from "./connection.ts";
export { socketTransport, webTransport } from "./socket.ts";
export { ByteReader } from "./byte-reader.ts";
export { AdbPublicKey } from "./public-key.ts";
export { type RemoteUse, remoteUseOf } from "./remote-services.ts";
