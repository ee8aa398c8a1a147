const en = {
  title: "Watching a device",
  loading: "Opening the link",
  watching: "Watching only",
  driven: "{names} in control",
  left: "{time} left",
  waiting: "The device is being made ready. Its picture appears here by itself.",
  over: "This link is no longer valid",
  over_text: "It has expired or was revoked, or the session has ended. Ask who gave it to you for another one.",
  failed: "The link cannot be opened now",
  retry: "Try again",
  connecting: "Connecting to the screen…",
  reconnecting: "Connecting again. What you see is the last picture.",
  closed: "The picture is not shown any more. Load this page again.",
  full: "As many people as may watch by this link at a time are watching already. Load this page again later.",
  stands_still: "The picture has stood still since {time}",
  stands_still_text: "The device was asked for a new one and does not answer. Its video is being started again.",
  no_picture: "This browser cannot show the picture.",
  worker_failed: "The part of this page that shows the picture broke off. Load the page again.",
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    watch: typeof en;
  }
}
