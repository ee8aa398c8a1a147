/**
 * A callback for a library of machine code, in which an exception ends the whole process, and with it the sessions of every
 * device: it is told instead.
 */
export const safely =
  <Args extends unknown[]>(act: (...args: Args) => void, onThrown: (error: unknown) => void) =>
  (...args: Args): void => {
    try {
      act(...args);
    } catch (error) {
      // Out of the callback, for what is done about it may throw as well.
      setImmediate(() => onThrown(error));
    }
  };
