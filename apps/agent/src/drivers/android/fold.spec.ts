import { expect, test } from "vitest";
import { parseFoldStates, pickState } from "./fold.ts";

const pixelFold = `Supported states: [
  DeviceState{identifier=0, name='CLOSED', app_accessible=true},
  DeviceState{identifier=1, name='HALF_OPENED', app_accessible=true},
  DeviceState{identifier=2, name='OPENED', app_accessible=true},
  DeviceState{identifier=3, name='REAR_DISPLAY_STATE', app_accessible=true},
]`;

test("closed and open among a foldable's postures", () => {
  const states = parseFoldStates(pixelFold);
  expect(pickState(states, true)?.identifier).toBe(0);
  expect(pickState(states, false)?.identifier).toBe(2);
});

test("a phone that does not fold has no closed state", () => {
  const states = parseFoldStates("Supported states: [\n  DeviceState{identifier=0, name='DEFAULT'},\n]");
  expect(pickState(states, true)).toBeUndefined();
});
