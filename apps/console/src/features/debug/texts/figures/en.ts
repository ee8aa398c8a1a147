/** What the header tells of the picture and of the way that it comes. */
export const figures = {
  stats: {
    at_rest: "at rest",
    round_trip: "Round trip",
    way: "Way",
    direct_path: "Direct path",
    decode: "Decoding",
    decoder: "Decoder",
    source: "Source",
    frames: "Frames shown",
  },
  way: { direct: "Straight from the agent", relayed: "Through a relay", server: "Through the server" },
  way_short: { direct: "direct", relayed: "relayed", server: "server" },
  direct_path: {
    connecting: "Connecting",
    connected: "Connected",
    down: "Down, trying again",
    failed: "Failed, the server is used",
  },
};
