import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "../lib/api/query-client.ts";
import { setNavigator } from "../lib/navigation/navigation.ts";
import type { makeRouter } from "./router.tsx";

export function App({ router }: { router: Awaited<ReturnType<typeof makeRouter>> }) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** What moves the page by itself leads away from what cannot be shown: going back must not lead into it again. */
export function moveBy(router: Awaited<ReturnType<typeof makeRouter>>): void {
  setNavigator((path) => void router.navigate(path, { replace: true }));
}
