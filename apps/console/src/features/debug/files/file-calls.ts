import type { Session } from "../session.tsx";

/** What every call to a session's device names. */
export const callOf = ({ test_id, device_id, project }: Session) => ({
  params: { test_id, device_id },
  query: { project },
});

export const fileCall = (session: Session, path: string) => {
  const { params, query } = callOf(session);
  return { params, query: { ...query, path } };
};
