import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "../lib/api/query-client.ts";
import { setNavigator } from "../lib/navigation/navigation.ts";
import { router } from "./router.tsx";

// What moves the page by itself leads away from what cannot be shown: going back must not lead into it again.
setNavigator((path) => void router.navigate(path, { replace: true }));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
