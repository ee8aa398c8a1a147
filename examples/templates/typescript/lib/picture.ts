import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { shell } from "./adb.ts";

/** Where the screen shows a picture, in its pixels, and how like it is, up to 1. */
export interface PicturePlace {
  left: number;
  top: number;
  right: number;
  bottom: number;
  score: number;
}

export interface PictureWish {
  /** The size of the screen that the picture was cut out of: on another one it is looked for in that one's ratio. */
  screen?: { width: number; height: number };
  /** How like a place must be, from 0.5 to 1; 0.85 without it. */
  score?: number;
  /** By what part it may be larger than that, or smaller by the same factor; 0.1, or 1 where no `screen` is told. */
  scale?: number;
  /** Which of several, from 1, from the top down and in a line from the left; without it two are an error. */
  which?: number;
  /** For so long it is waited for; 10 without it. */
  seconds?: number;
}

interface Answer {
  error?: string;
  width: number;
  height: number;
  found?: PicturePlace[];
}

/** What is wrong with a picture or how it is looked for; other refusals pass, as that the screen could not be read now. */
const WRONG_MAX = 428;

/** Waits until the screen shows a picture: a PNG of this repository, by its path from the root. In a run of UDT alone. */
export async function findPicture(path: string, wish: PictureWish = {}): Promise<PicturePlace> {
  const { screen, score, scale, which, seconds = 10 } = wish;
  const url = process.env["UDT_PICTURES_URL"];
  if (!url) throw new Error("pictures are found in a run of UDT: UDT_PICTURES_URL is not set");
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...screen, score, scale }))
    if (value !== undefined) query.set(name, String(value));
  const body = readFileSync(path);
  const headers = { "content-type": "image/png" };
  const end = Date.now() + seconds * 1000;
  for (let said = ""; ; await pause(100)) {
    const answer = await fetch(`${url}?${query}`, { method: "POST", headers, body });
    const { error, found = [], width, height } = (await answer.json()) as Answer;
    if (error !== undefined && answer.status <= WRONG_MAX) throw new Error(`${path}: ${error}`);
    said = error ?? (found.length > 1 ? `it is there ${found.length} times` : "");
    const place = which === undefined && found.length > 1 ? undefined : found[(which ?? 1) - 1];
    if (place) {
      const { left, top, right, bottom } = place;
      console.log(`${path} is there (${Math.round(place.score * 100)} %)`);
      return { ...place, left: left * width, top: top * height, right: right * width, bottom: bottom * height };
    }
    if (Date.now() >= end) throw new Error(`${path} does not show alone within ${seconds} s. ${said}`.trim());
  }
}

/** Touches the middle of a picture, once the screen shows it. */
export async function tapPicture(path: string, wish?: PictureWish): Promise<void> {
  const { left, top, right, bottom } = await findPicture(path, wish);
  const middle = [(left + right) / 2, (top + bottom) / 2].map((each) => String(Math.floor(each)));
  await shell("input", "tap", ...middle);
}
