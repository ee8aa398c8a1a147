import { useQuery } from "@tanstack/react-query";
import { type DataOf, type Device, isDriven } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { createContext, useContext, useMemo } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { useProjectId } from "../../lib/project.ts";
import { useUser } from "../../lib/session/index.ts";
import { isDriving } from "./control/people.ts";
import { stageOf, type Stage } from "./stage.ts";
import type { StreamTarget } from "../../lib/streams/index.ts";

export type TestWithViewers = DataOf<typeof testEndpoints.testGet>;
export type TestDevice = TestWithViewers["devices"][number];

/** What every part of the page needs to know of the session it belongs to. */
export interface Session {
  project: string;
  test_id: string;
  device_id: string;
  test: TestWithViewers;
  test_device: TestDevice;
  /** Undefined until read, or when the device may not be read. */
  device: Device | undefined;
  /** Whose session it is, or an administrator: may end and extend it, and give control of its device, or take it. */
  isHolder: boolean;
  /** Has control of the device. Everybody else watches, and so does everybody where a run drives it. */
  drives: boolean;
  /** A run's script drives the device. */
  isWatched: boolean;
  /** Whether the device is ready yet, or given back already. */
  stage: Stage;
  /** It is ready, and the test has not ended: streams and commands work. */
  running: boolean;
  target: StreamTarget;
}

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("not below a debug session");
  return session;
}

/** The session's test, with who watches. */
export const testQuery = (project: string, test_id: string) =>
  queryOf(testEndpoints.testGet, { params: { test_id }, query: { project } });

export const useTestQuery = (test_id: string) => useQuery(testQuery(useProjectId(), test_id));

/** What every call about a session's device names. */
export const deviceCall = ({ test_id, device_id, project }: StreamTarget) => ({
  params: { test_id, device_id },
  query: { project },
});

export function useDeviceQuery(device_id: string) {
  const project = useProjectId();
  return useQuery(queryOf(deviceEndpoints.deviceGet, { params: { device_id }, query: { project } }));
}

/** The session of a test that has this device; undefined when the test does not use it. */
export function useSessionOf(test: TestWithViewers, device_id: string): Session | undefined {
  const project = useProjectId();
  const user = useUser();
  const device = useDeviceQuery(device_id).data;
  return useMemo(() => {
    const test_device = test.devices.find((each) => each.device_id === device_id);
    if (!test_device) return undefined;
    const { test_id } = test;
    const isOwn = test.user_id === user.user_id;
    const stage = stageOf(test, test_device);
    const isHolder = isDriven(test.kind) && (isOwn || user.user_role.udt_admin);
    return {
      project,
      test_id,
      device_id,
      test,
      test_device,
      device,
      isHolder,
      drives: isDriving(test, user.user_id, isOwn),
      isWatched: !isDriven(test.kind),
      stage,
      running: stage === "running",
      target: { project, test_id, device_id },
    };
  }, [project, test, device_id, device, user]);
}
