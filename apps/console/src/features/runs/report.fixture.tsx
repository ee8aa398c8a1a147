/** Parts of a run's report where they find out which one it is: by their address. */
import type { UserInfo } from "@udt/contract";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { pageOf, RUN, RUN_CASE } from "../../lib/runs.fixture.ts";

const RECORDS = "auto/records";

/** Shows somebody what is part of the report of run `t-1` of project `demo`; `rest` is the address below it. */
export const showInReport = (element: ReactElement, rest = "", who: Partial<UserInfo> = {}) =>
  show(
    <Routes>
      {["", "/case/:caseId", "/device/:deviceId"].map((path) => (
        <Route key={path} path={`/:projectId/${RECORDS}/:testId${path}`} element={element} />
      ))}
    </Routes>,
    `/demo/${RECORDS}/t-1${rest}`,
    who,
  );

export const RUN_PATH = "/v1/api/tests/t-1/run";
export const CASE_PATH = "/v1/api/tests/t-1/cases/7";
export const DEVICES_PATH = `${RUN_PATH}/devices`;
export const FILES_PATH = "/v1/api/tests/t-1/devices/d-1/resources";
/** What is answered of it, by path. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  [RUN_PATH]: RUN,
  [DEVICES_PATH]: pageOf(),
  [CASE_PATH]: RUN_CASE,
  [`${CASE_PATH}/around`]: { previous: 6, next: null, position: 2, total: 2 },
  [FILES_PATH]: { resource_list: [] },
};
