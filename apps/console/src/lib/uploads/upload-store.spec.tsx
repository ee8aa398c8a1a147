// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { expect, it, vi } from "vitest";
import { show } from "../components/rendered.fixture.tsx";
import { OVER_SHOWN } from "../streams/newest-over.ts";
import { cancelUpload, startUpload, useUploads, type Upload } from "./upload-store.ts";

/** A package's sum is never done: its upload stays under way. */
class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

let shown: readonly Upload[] = [];
function Shown() {
  const uploads = useUploads("demo");
  useEffect(() => {
    shown = uploads;
  });
  return null;
}

it("lists what is under way, what was refused, and the newest that are over", async () => {
  vi.stubGlobal("Worker", SilentWorker);
  await show(<Shown />);
  const start = (name: string) => act(() => startUpload("demo", new File(["x"], name), ["apk"]));
  await start("running.apk");
  await start("refused.txt");
  for (let file = 0; file < OVER_SHOWN + 5; file++) {
    await start(`${file}.apk`);
    await act(() => cancelUpload(shown[0]!.key));
    await vi.waitFor(() => expect(shown[0]!.state.name).toBe("cancelled"));
  }
  const names = shown.map(({ file_name }) => file_name);
  expect(names).toHaveLength(OVER_SHOWN + 2);
  expect(names[0]).toBe(`${OVER_SHOWN + 4}.apk`);
  expect(names.slice(-3)).toEqual(["5.apk", "refused.txt", "running.apk"]);
});
