export { EventsProvider, useConsoleEvents, useEventsState } from "./events.tsx";
