import { databaseTemplate } from "@udt/testkit";

/** Runs once before all journeys: what each would find out again is handed to them in the environment. */
export const setup = (): void => void databaseTemplate();
