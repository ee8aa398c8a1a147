import { allBySizeText, heapText, SHOP, vmmapText } from "./apple-text.ts";

const MB = 1024 ** 2;
/** A shop's memory as three tools tell it, of which its list of pictures has so many megabytes, at this time of a day. */
export function shopFiles(mb: number, time = SHOP.time): Record<string, string> {
  const kb = (pictures: number): [number, number, number, number, number, number, number] => [
    pictures * 2_048,
    pictures * 1_024,
    pictures * 1_024,
    0,
    0,
    0,
    0,
  ];
  const regions = [
    { type: "MALLOC_LARGE", sizes: kb(mb), count: 4 },
    { type: "Performance tool data", sizes: kb(30), count: 1 },
  ];
  const zones = [{ name: "DefaultMallocZone_0x1", dirty: 1_000, swapped: 0, allocated: 400, count: 7 }];
  return {
    "vmmap.txt": vmmapText(regions, zones, true, { ...SHOP, time, footprint: `${mb + 30}.0M` }),
    "heap of the shop.txt": heapText([{ name: "Image", type: "Swift", image: "Shop", bytes: mb * MB, count: mb }]),
    "stacks.txt": allBySizeText([
      { symbol: "main", bytes: 0, count: 0, calls: [{ symbol: "ImageCache.load", bytes: mb * MB, count: 3 }] },
    ]),
  };
}
