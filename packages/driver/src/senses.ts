/** What a device sees, and what is heard of it. */
import type { CameraImage, CameraImagePlace } from "@udt/contract";

/** One packet of Opus, 48 kHz stereo; a `config` is an `OpusHead` (RFC 7845 §5.1) and comes first. */
export interface AudioPacket {
  kind: "config" | "data";
  pts_us: bigint;
  data: Uint8Array;
}

export interface AudioCapability {
  /** What the device plays from now on. The device encodes only while one is open. */
  open(onPacket: (packet: AudioPacket) => void, signal: AbortSignal): Promise<AudioSource>;
}

export interface AudioSource {
  /** Resolves when it has stopped, by itself or not. */
  readonly ended: Promise<void>;
  dispose(): Promise<void>;
}

/** What the device's cameras see can be given to them. Cleaning takes all of it away. */
export interface CameraImageCapability {
  /** Those that are there, by camera and index. */
  list(signal: AbortSignal): Promise<CameraImage[]>;
  /** In place of the one that is there: the camera sees either of the two at any moment, and never a part. PNG or JPEG. */
  set(place: CameraImagePlace, picture: Uint8Array, signal: AbortSignal): Promise<void>;
  /** What is not there is gone already. */
  remove(place: CameraImagePlace, signal: AbortSignal): Promise<void>;
}
