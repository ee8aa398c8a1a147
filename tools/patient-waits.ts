/** What a page shows comes when the machine gets to it: a wait ends by what it waits for, or by what never comes. */
import { vi } from "vitest";

const PATIENCE_MS = 30_000;
const { waitFor } = vi;
vi.waitFor = (fact, options = PATIENCE_MS) => waitFor(fact, options);
