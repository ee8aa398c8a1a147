import type { AppKey } from "./app-key.ts";

const areas = {
  "planned.cloudgame": [
    "/cloudgame-mobile",
    "/:projectId/cloudgame/version",
    "/:projectId/cloudgame/:gameid",
    "/:projectId/gce/preview/:workflowId",
  ],
  "planned.cloudload": [
    "images",
    "images/create",
    "images/:imageId",
    "previews",
    "previews/:workflowId",
    "jobs",
    "jobs/create",
    "jobs/:jobId/:tabActive",
    "jobs/:jobId/tests/:testId",
    "jobs/:jobId/tests/:testId/device/:deviceId",
    "jobs/:jobId/tests/:testId/batch-devices",
    "accounts",
    "records",
  ].map((path) => `/:projectId/cloudload/${path}`),
  "planned.car_jobs": [
    "list",
    "create",
    ":jobId/:tabActive",
    "record/:testId/model",
    "record/:testId/pre-record",
    "record/:testId/record",
    "record/:testId/record_phone",
    "record/:testId/device/:deviceId",
    "record/:testId/case/:caseId",
  ].map((path) => `/:projectId/auto/job-manage/${path}`),
  "planned.car": ["dbc-manage", "daq-manage", "pw-manage", "voice-manage"].map(
    (path) => `/:projectId/car-manage/${path}`,
  ),
} as const satisfies Partial<Record<AppKey, readonly string[]>>;

/** A place that document 1 §2 names and whose area this version does not have: it says so, and no menu leads to it. */
export interface PlannedRoute {
  readonly path: string;
  readonly title: AppKey;
}

export const PLANNED: readonly PlannedRoute[] = Object.entries(areas).flatMap(([title, paths]) =>
  paths.map((path) => ({ path, title: title as keyof typeof areas })),
);
