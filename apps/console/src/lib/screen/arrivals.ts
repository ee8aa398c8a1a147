/** What has arrived of the picture on a connection, and what of that was told. */
export class Arrivals {
  #bytes = 0;
  #told = "";

  /** Another connection begins. */
  opened(): void {
    this.#bytes = 0;
    this.#told = "";
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  /** So much has arrived or will not any more. */
  receivedInAll(bytes: number): void {
    this.#bytes = bytes;
  }

  /**
   * Tells it, with the frames that wait for the decoder, unless nothing has changed: by this the device's side knows what is
   * on its way and what piles up here.
   */
  tell(undecoded: number, send: (message: { type: "received"; bytes: number; undecoded: number }) => unknown): void {
    const now = `${this.#bytes} ${undecoded}`;
    if (now !== this.#told && send({ type: "received", bytes: this.#bytes, undecoded })) this.#told = now;
  }
}
