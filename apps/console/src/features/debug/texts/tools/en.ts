/** In place of a tool that works with the device, while it cannot. */
export const tools = {
  over: "The session has ended",
  not_yet: "This opens as soon as the device is ready",
  not_yet_text: "The device is being prepared, or waited for.",
};
