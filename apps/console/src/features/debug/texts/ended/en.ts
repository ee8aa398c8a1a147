/** Why a session is over, and what can be done then. */
export const ended = {
  lasted: "It lasted {duration} and ended at {time}.",
  retest: "Debug this device again",
  devices: "Back to devices",
  records: "See records",
  retest_failed: "Not possible now: {reason}",
  cleaning: "The device is being cleaned for the next user.",
  user: {
    title: "Session ended",
    title_by: "{name} ended the session",
    text: "It was ended before its time was up.",
  },
  own: {
    title: "You ended the session",
    text: "You ended it before its time was up.",
    text_of: "You ended the session of {name} before its time was up.",
  },
  by_key: {
    title: "Ended by the API key {key}",
    text: "A program with an API key of {name} ended it before its time was up.",
    own_text: "A program with your API key {key} ended it before its time was up.",
  },
  by_token: {
    title: "Ended by a project token",
    text: "A program with a project token that {name} made ended it before its time was up.",
  },
  admin: {
    title: "Ended by an administrator",
    text: "An administrator took the device back. Ask them when it is free again.",
    text_by: "{name} took the device back. Ask them when it is free again.",
  },
  access_lost: { title: "Access was lost", text: "Who started this session may not use the device any more." },
  device_timeout: { title: "Time is up", text: "The device's time for this session ran out. Start again to go on." },
  test_timeout: {
    title: "Time is up",
    text: "The time booked for this session ran out. Start again, for longer if you need.",
  },
  inactivity: {
    title: "Ended: nobody used it",
    text: "There was no touch and no key for too long, so the device was freed for others.",
  },
  device_lost: {
    title: "The device was lost",
    text: "It was unplugged, switched off or stopped answering. Try again once it shows as idle, or take another one.",
  },
  agent_lost: {
    title: "The device's agent was lost",
    text: "The computer that the device is plugged into stopped answering. Take a device elsewhere, or try again later.",
  },
  yielded: { title: "Ended: another test wanted the device", text: "The device was given to whoever waited for it." },
  no_device: {
    title: "No device came free",
    text: "The device did not come free in time. Take another one, or try again later.",
  },
  finished: { title: "Finished", text: "Everything there was to do is done." },
  start_failed: {
    title: "The session did not start",
    text: "The device could not be made ready. Try again, or take another one if it fails twice.",
  },
  work_failed: {
    title: "The test broke off",
    text: "What the agent does at the device broke off unexpectedly. Try again, and tell an administrator if it fails twice.",
  },
};
