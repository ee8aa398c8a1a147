import { saidInEnglish } from "@udt/base";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSteps } from "./library.ts";
import { readPicture } from "./named-files.ts";
import { basket, drawn } from "./pictures/drawn.fixture.ts";

const PNG = drawn(60, 60, 1, (context) => basket(context, 0, 0));
const FILE = "cases/a.yaml";
const PICTURE = "pictures/cart.png";
let library: string;
let picture: string;
beforeEach(async () => {
  library = await mkdtemp(join(tmpdir(), "udt-pictures-"));
  picture = join(library, "cases", PICTURE);
  await mkdir(join(library, "cases/pictures"), { recursive: true });
  await writeFile(
    join(library, FILE),
    `low_code: 1\ncases:\n  - name: one\n    steps:\n      - id: cart\n        action: tap\n        locator: { by: ui, id: cart }\n        fallback:\n          - { by: image, image: ${PICTURE} }\n`,
  );
});
afterEach(() => rm(library, { recursive: true, force: true }));

/** What is wrong with the file; nothing where it can be run. */
async function faults(): Promise<string[]> {
  const read = await readSteps(library, FILE);
  return read && "faults" in read ? read.faults.map(({ said }) => saidInEnglish(said)) : [];
}

/** The head of a PNG that says it is so large. */
function headOf(width: number, height: number): Buffer {
  const head = Buffer.from(PNG.subarray(0, 33));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

const AT = `line 9: cases[0].steps[0].fallback[0].image: ${PICTURE}`;

it("a picture beside the case is read whole", async () => {
  await writeFile(picture, PNG);
  expect(await faults()).toEqual([]);
  expect((await readPicture(library, FILE, PICTURE)).equals(PNG)).toBe(true);
});

it("one that is not there is told with line and field", async () => {
  expect(await faults()).toEqual([`line 9: cases[0].steps[0].fallback[0].image: there is no file ${PICTURE}`]);
});

it("one of 50 MB is refused", async () => {
  await writeFile(picture, PNG);
  await truncate(picture, 50 * 1024 ** 2);
  expect(await faults()).toEqual([`${AT} is larger than 4 MB`]);
  await expect(readPicture(library, FILE, PICTURE)).rejects.toThrow("no such picture");
});

it("one that is none, or of another kind, is refused", async () => {
  for (const bytes of ["<svg/>", "", Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 60, 0, 60])]) {
    await writeFile(picture, bytes);
    expect(await faults()).toEqual([`${AT} is no PNG picture`]);
  }
});

it("one that would be too large once decoded is refused by its head", async () => {
  await writeFile(picture, headOf(20_000, 20_000));
  expect(await faults()).toEqual([`${AT} has 20000 × 20000 pixels, and each side may have 8 to 4096`]);
  await expect(readPicture(library, FILE, PICTURE)).rejects.toThrow("no such picture");
  await writeFile(picture, headOf(4, 60));
  expect(await faults()).toEqual([`${AT} has 4 × 60 pixels, and each side may have 8 to 4096`]);
});

it("no link is followed, nor a folder taken", async () => {
  const outside = await mkdtemp(join(tmpdir(), "udt-outside-"));
  await writeFile(join(outside, "cart.png"), PNG);
  await symlink(join(outside, "cart.png"), picture);
  expect(await faults()).toEqual([`line 9: cases[0].steps[0].fallback[0].image: there is no file ${PICTURE}`]);
  await rm(join(library, "cases/pictures"), { recursive: true });
  await symlink(outside, join(library, "cases/pictures"));
  expect(await faults()).toHaveLength(1);
  await rm(join(library, "cases/pictures"));
  await mkdir(picture, { recursive: true });
  expect(await faults()).toHaveLength(1);
  await expect(readPicture(library, FILE, PICTURE)).rejects.toThrow();
  await rm(outside, { recursive: true });
});
