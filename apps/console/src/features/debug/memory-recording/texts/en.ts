const en = {
  failed: "The recording cannot be read",
  recorded: "Recorded memory",
  ended: "The recording has ended:",
  none: "No memory recorded in this session",
  none_text:
    "Choose an app that runs, and how often its memory is sampled. The samples are kept as a memory trace and outlive the session.",
  none_watching: "Who has control of the device can record an app’s memory here.",
  report: "Open the report",
  process: "App or process",
  process_reading: "The device is asked…",
  process_none: "No app runs",
  in_front: "on the screen",
  every: "Take samples",
  by_button: "by button only",
  every_minutes_one: "every minute",
  every_minutes_other: "every {minutes} min",
  every_seconds_one: "every second",
  every_seconds_other: "every {seconds} s",
  name: "Name of the trace",
  with_heap: "Java heap",
  with_heap_hint: "Stops the app for seconds while each is written. It takes an app that can be debugged.",
  start: "Start recording",
  recording: "Recording of memory",
  phase: {
    idle: "Recording",
    sampling: "A sample is being taken…",
    waiting: "Waits for the app to run",
  },
  scene: "Scene, such as the level or page",
  take: "Take sample",
  stop: "Stop",
  samples_one: "{total} sample",
  samples_other: "{total} samples",
  no_samples: "The first sample shows here once it has been taken.",
  footprint: "Footprint",
  sample: "Sample {number}",
  state: {
    reading: "Being read…",
    read: "No footprint",
    refused: "Not taken",
    waiting: "Waits for a Mac agent",
    failed: "Failed",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    "memory-recording": typeof en;
  }
}
