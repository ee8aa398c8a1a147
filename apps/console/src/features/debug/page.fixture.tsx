import { useQueryClient } from "@tanstack/react-query";
import type { UserInfo } from "@udt/contract";
import { useState, type ReactNode } from "react";
import { Route, Routes } from "react-router";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { EventsProvider } from "../../lib/events/index.ts";
import { userQuery } from "../../lib/session/use-user.ts";
import { SessionProvider, type Session } from "./session.tsx";

const me = { user_id: "u", user_name: "me", user_role: { udt_admin: false } } as UserInfo;

function SignedIn({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  useState(() => queryClient.setQueryData(userQuery.queryKey, me));
  return children;
}

/**
 * Shows a part of the debug page of this session.
 * @param followed whose events are followed; nobody's unless it is told
 */
export const showIn = (session: Session, children: ReactNode, followed?: string) =>
  show(
    <EventsProvider projectId={followed}>
      <SignedIn>
        <Routes>
          <Route path="/:projectId" element={<SessionProvider value={session}>{children}</SessionProvider>} />
        </Routes>
      </SignedIn>
    </EventsProvider>,
    `/${session.project}`,
  );
