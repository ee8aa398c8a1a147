export { type PhoneHost, type StartPhonesOptions, DEFAULT_BASE_PORT } from "./host.ts";
export { startPhones } from "./start-phones.ts";
export { VirtualPhone, type PhoneOptions } from "./phone.ts";
export { defaultProfile } from "./profiles.ts";
export type { PhoneFaults, PhoneProfile } from "./types.ts";
export { readSequence, STRIP_CELLS } from "./apps/test-pattern-layout.ts";
