import type { PhoneScreen, PhoneSystem } from "../types.ts";
import type { PhoneApps } from "./app.ts";
import { VirtualScreen } from "./virtual-screen.ts";

/** Makes the screen of one phone: its display, apps, input and video. Nothing is drawn until somebody looks. */
export const createScreen = (system: PhoneSystem, apps: PhoneApps): PhoneScreen => new VirtualScreen(system, apps);
