/** Whether an address is of the very computer on which it is asked for, whichever that is. */
export const isThisComputer = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
