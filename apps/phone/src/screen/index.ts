import type { PhoneScreen, PhoneSystem } from "../types.ts";
import { VirtualScreen } from "./virtual-screen.ts";

/** Makes the screen of one phone: its display, apps, input and video. Nothing is drawn until somebody looks. */
export const createScreen = (system: PhoneSystem): PhoneScreen => new VirtualScreen(system);
