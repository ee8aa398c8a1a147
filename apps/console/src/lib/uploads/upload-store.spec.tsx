// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { show } from "../components/rendered.fixture.tsx";
import { OVER_SHOWN } from "../streams/newest-over.ts";
import { startUpload, useUploads } from "./upload-store.ts";

/** A package's sum is never done: its upload stays under way. */
class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

function Names() {
  return (
    <p>
      {useUploads("demo")
        .map(({ file_name }) => file_name)
        .join(" ")}
    </p>
  );
}

it("lists the newest uploads that are over, however many there were, and what is under way", async () => {
  vi.stubGlobal("Worker", SilentWorker);
  await show(<Names />);
  const start = (name: string) => act(() => startUpload("demo", new File(["x"], name), ["apk"]));
  await start("running.apk");
  // No packages: each is over as it begins.
  for (let file = 0; file < OVER_SHOWN + 5; file++) await start(`${file}.txt`);
  const names = document.querySelector("p")!.textContent.split(" ");
  expect(names).toHaveLength(OVER_SHOWN + 1);
  expect(names[0]).toBe(`${OVER_SHOWN + 4}.txt`);
  expect(names.slice(-2)).toEqual(["5.txt", "running.apk"]);
});
