// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RUN, RUN_CASE, VIDEO } from "../../lib/runs.fixture.ts";
import { FailurePicture } from "./failure-picture.tsx";
import { FILES_PATH, showInReport } from "./report.fixture.tsx";
import { useRecordings } from "./timeline/use-recordings.ts";

beforeAll(() => loadTexts("common", "runs"));

const FAILED_AT = 60_000;
const videoOf = (resource_id: string, started_at: number, duration_ms: number | null) => ({
  ...VIDEO,
  resource_id,
  started_at,
  duration_ms,
});

/** Says that it is known what was recorded: then a picture is there, or never will be. */
const Read = () => <output>{useRecordings("d-1").isPending ? "" : "read"}</output>;

/** Which video is shown, and from which second on. */
async function pictureAmong(...videos: ReturnType<typeof videoOf>[]): Promise<string | undefined> {
  answerFetch({ [FILES_PATH]: { resource_list: videos } });
  await showInReport(
    <>
      <FailurePicture run={RUN} one={{ ...RUN_CASE, ended_at: FAILED_AT }} search="" />
      <Read />
    </>,
  );
  await vi.waitFor(() => expect(shownText()).toContain("read"));
  return document
    .querySelector("video")
    ?.getAttribute("src")
    ?.replace(/.*resources\/|\?[^#]*/g, "");
}

it("a failure is shown where the video stood then", async () =>
  expect(await pictureAmong(videoOf("then", 40_000, 30_000), videoOf("before", 0, 30_000))).toBe("then#t=19.9"));

it("a video that had ended before is no picture of a failure", async () =>
  expect(await pictureAmong(videoOf("before", 0, 30_000), videoOf("empty", 50_000, null))).toBeUndefined());
