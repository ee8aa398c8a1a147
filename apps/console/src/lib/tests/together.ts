/** How many phones one page drives together. */
export const TOGETHER = { min: 2, max: 8 } as const;

/** What the way to that page says when its sessions begin there at once; an address alone takes no device from anybody. */
export interface TogetherState {
  begin: true;
}
