import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type PhoneHost, startPhones } from "../index.ts";
import { find, findAll, tap } from "../screen/testing/driving.ts";

const FOLDER = "/data/local/tmp/camera";
const PHOTOS = "/sdcard/DCIM/Camera";
let host: PhoneHost;
const phone = () => host.phones[0]!.phone;
const files = () => phone().system.files;

function picture(color: string, type: "png" | "jpeg" = "png"): Uint8Array {
  const canvas = createCanvas(64, 64);
  const g = canvas.getContext("2d");
  g.fillStyle = color;
  g.fillRect(0, 0, 64, 64);
  return type === "png" ? canvas.toBuffer("image/png") : canvas.toBuffer("image/jpeg", 100);
}
const [RED, GREEN, BLUE] = [picture("#ff0000"), picture("#00ff00", "jpeg"), picture("#0000ff")];

/** What is in the midst of the screen: the viewfinder's. */
async function seen(): Promise<string> {
  const image = await loadImage(Buffer.from(await phone().screen.png()));
  const canvas = createCanvas(image.width, image.height);
  const g = canvas.getContext("2d");
  g.drawImage(image, 0, 0);
  const [red = 0, green = 0, blue = 0] = g.getImageData(image.width / 2, image.height / 2, 1, 1).data;
  return red > 200 ? "red" : green > 200 ? "green" : blue > 200 ? "blue" : "nothing";
}
const sees = (color: string) => vi.waitFor(async () => expect(await seen()).toBe(color), { timeout: 30_000 });
const turn = () => find(phone().screen, "viewfinder").attributes["content-desc"];

beforeAll(async () => {
  host = await startPhones({ count: 1, basePort: 0 });
  phone().screen.start("dev.udt.camera");
});
afterAll(() => host.stop());

it("sees nothing without a picture, and takes no photo of it", async () => {
  await sees("nothing");
  expect(find(phone().screen, "shutter").attributes["enabled"]).toBe("false");
  expect(phone().screen.dump()).toContain("This camera sees nothing");
});

it("sees each of its camera's pictures in turn, and keeps photos of them", async () => {
  files().mkdir(FOLDER, true);
  files().write(`${FOLDER}/.half`, RED);
  files().rename(`${FOLDER}/.half`, `${FOLDER}/back-2`);
  await sees("red");
  expect(turn()).toBe("1/1");
  files().write(`${FOLDER}/back-0`, GREEN);
  await sees("green");
  expect(turn()).toBe("1/2");
  tap(phone().screen, "shutter");
  await sees("red");
  expect(turn()).toBe("2/2");
  tap(phone().screen, "shutter");
  await sees("green");
  const photos = files().list(PHOTOS);
  expect(photos.map((name) => name.split(".")[1]).toSorted()).toEqual(["jpg", "png"]);
  expect(photos.map((name) => Buffer.from(files().read(`${PHOTOS}/${name}`)))).toEqual(
    expect.arrayContaining([Buffer.from(GREEN), Buffer.from(RED)]),
  );
});

it("has pictures of its own in front", async () => {
  files().write(`${FOLDER}/front-0`, BLUE);
  tap(phone().screen, "flip");
  await sees("blue");
  tap(phone().screen, "flip");
  await sees("green");
});

it("sees what is given in place of a picture, and nothing of what is none", async () => {
  files().write(`${FOLDER}/back-0`, BLUE);
  await sees("blue");
  files().write(`${FOLDER}/back-0`, "no picture");
  await sees("nothing");
  expect(phone().screen.dump()).toContain("What it is given is no picture");
  files().remove(FOLDER, true);
  await vi.waitFor(() => expect(phone().screen.dump()).toContain("It has no picture to look at"));
  expect(findAll(phone().screen, "shutter")[0]!.attributes["enabled"]).toBe("false");
});

it("keeps no part of a photo that there is no space for", async () => {
  files().mkdir(FOLDER, true);
  files().write(`${FOLDER}/back-0`, RED);
  await sees("red");
  const before = files().list(PHOTOS);
  phone().system.faults.disk_full = true;
  tap(phone().screen, "shutter");
  expect(files().list(PHOTOS)).toEqual(before);
  phone().system.faults.disk_full = false;
  tap(phone().screen, "shutter");
  expect(files().list(PHOTOS)).toHaveLength(before.length + 1);
});
