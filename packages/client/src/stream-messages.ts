/** Which schema validates the text frames of each stream of a device, in both directions. The contract says what each field means. */
import {
  audioToAgent,
  audioToBrowser,
  inputToAgent,
  inputToBrowser,
  logToAgent,
  logToBrowser,
  performanceToAgent,
  performanceToBrowser,
  pointersToAgent,
  pointersToBrowser,
  recordingToAgent,
  recordingToBrowser,
  screenToAgent,
  screenToBrowser,
  signalingToAgent,
  signalingToBrowser,
  terminalToAgent,
  terminalToBrowser,
  trialToAgent,
  trialToBrowser,
  type BrowserStreamName,
} from "@udt/contract";
import type { z } from "zod";

export const STREAM_MESSAGES = {
  screen: { in: screenToBrowser, out: screenToAgent },
  input: { in: inputToBrowser, out: inputToAgent },
  terminal: { in: terminalToBrowser, out: terminalToAgent },
  log: { in: logToBrowser, out: logToAgent },
  audio: { in: audioToBrowser, out: audioToAgent },
  performance: { in: performanceToBrowser, out: performanceToAgent },
  pointers: { in: pointersToBrowser, out: pointersToAgent },
  signaling: { in: signalingToBrowser, out: signalingToAgent },
  recording: { in: recordingToBrowser, out: recordingToAgent },
  trial: { in: trialToBrowser, out: trialToAgent },
} as const satisfies Record<BrowserStreamName, { in: z.ZodType; out: z.ZodType }>;

type Messages = typeof STREAM_MESSAGES;
/** What the device's side says in text frames. */
export type StreamIn<N extends BrowserStreamName> = z.output<Messages[N]["in"]>;
/** What we may say; defaults may be left out. */
export type StreamOut<N extends BrowserStreamName> = z.input<Messages[N]["out"]>;
