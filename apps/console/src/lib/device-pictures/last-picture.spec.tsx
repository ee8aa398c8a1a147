// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { answerFetch, show } from "../components/rendered.fixture.tsx";
import { DEVICE } from "../device.fixture.ts";
import { useLastPicture, usePicturedDevice } from "./last-picture.ts";

function Last({ wanted }: { wanted: boolean }) {
  const device = usePicturedDevice("demo", "d-1", wanted);
  const last = useLastPicture("demo", "d-1", device?.picture_at);
  return last ? <img src={last.src} alt={String(last.at)} onError={last.onError} /> : <p>none</p>;
}
const picture = () => document.querySelector("img");

it("is what lists show of the device, until it cannot be read", async () => {
  answerFetch({ "/v1/api/devices/d-1": { ...DEVICE, picture_at: 7_000 } });
  await show(<Last wanted />);
  await vi.waitFor(() => expect(picture()?.alt).toBe("7000"));
  expect(new URL(picture()!.src).pathname).toBe("/v1/api/devices/d-1/picture");
  picture()!.dispatchEvent(new Event("error"));
  await vi.waitFor(() => expect(picture()).toBeNull());
});

it("is asked for only where there is nothing better to show, and of a device that has none there is none", async () => {
  const asked = answerFetch({ "/v1/api/devices/d-1": { ...DEVICE, picture_at: null } });
  await show(<Last wanted={false} />);
  expect(asked).toEqual([]);
  await show(<Last wanted />);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(picture()).toBeNull();
});
