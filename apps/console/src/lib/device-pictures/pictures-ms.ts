/** No event says that the screen of a device in use looks different: there would be many. */
export const PICTURES_MS = 30_000;
