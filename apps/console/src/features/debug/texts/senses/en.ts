/** What the device sees and what is heard of it. */
const camera = {
  order:
    "A camera sees its pictures in this order: each photo that is taken moves on to the next. They are gone at the end of the session.",
  failed: "The camera's pictures cannot be read",
  back: "Back camera",
  front: "Front camera",
  empty: "Sees what the device shows by itself",
  add: "Add pictures",
  drop: "Drop PNG or JPEG here",
  named: "Picture {number}",
  replace: "Replace",
  remove: "Remove",
  full: "{max} pictures are all that a camera takes.",
  too_many: "Not taken: {names}. {max} pictures are all that a camera takes.",
  no_folders: "Not taken: {names}. Drop the pictures themselves, not their folder.",
  sending: "Sending {name}…",
};

const sound = {
  listen: "Listen to the device",
  mute: "Mute",
  no_device: "This device gives no sound: that takes Android 11 or newer",
  no_browser: "Sound takes a page over https, in a browser that decodes Opus",
  failed: "The device gives no sound now",
};

const touch = {
  title: "Where a touch's time goes",
  none: "Touch the screen to see where the time of a touch goes.",
  latest: "Latest, ms",
  median: "Median of {count}",
  total: "Touch to picture",
  note: "Measured at touches that change the picture, from the browser's event to the painted picture. Each place counts by its own clock; the way there and back of the answer is halved. What the encoder needs at its fastest counts as the device's.",
  direct: "It went straight to the agent: no server was between.",
  direct_leg: "Browser to agent",
  legs: {
    page: "Page",
    socket: "Browser to server",
    server: "Server to agent",
    agent: "Agent",
    device: "Device",
    encode: "Encoder, above its fastest",
    back: "Way back",
    decode: "Decoding",
    paint: "Painting",
  },
};

const quality = {
  title: "Picture quality for everyone who looks: {now}",
  button: "Picture quality",
  dark: "Device screen off",
  auto: "Auto",
  auto_now: "Auto: {level}",
  high: "High",
  balanced: "Balanced",
  low: "Data saver",
  least: "Lowest",
  about: {
    auto: "Goes down with a slow link, and up again",
    level: "The longer side up to {px} pixels, up to {rate} Mbit/s",
  },
};

export const senses = { camera, sound, quality, touch };
