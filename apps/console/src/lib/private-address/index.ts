export { PrivateAddressAdvice } from "./private-address-advice.tsx";
export { privateHostOf, privateHostIn } from "./private-host.ts";
