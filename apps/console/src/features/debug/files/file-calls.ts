import { deviceCall, type Session } from "../session.tsx";

export const fileCall = (session: Session, path: string) => {
  const { params, query } = deviceCall(session);
  return { params, query: { ...query, path } };
};
