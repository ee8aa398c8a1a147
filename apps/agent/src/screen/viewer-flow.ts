/** Packets sent within so much count as sent together, so that little has to be remembered of a fast stream. */
const GRAIN_MS = 20;
/** Of less on its way nothing is concluded: a single small packet may wait for a busy page. */
const FEW_BYTES = 16 * 1024;
/** What arrived within so much tells what the way carries. */
const RATE_MS = 2_000;
/** What left longer ago than a minute of the fastest stream need not be known one by one: who is so far behind is far behind. */
const REMEMBERED = 60_000 / GRAIN_MS;
/** The way's own delay may change: the least within so much counts… */
const LEAST_WITHIN_MS = 10_000;
/** … and no more than this, or what stands on the way for long would pass for the way itself. */
const LEAST_MAX_MS = 1_000;

/**
 * What is on its way to a viewer, by what its page says has arrived. Nothing else tells it: sockets, the server and everything
 * between hold megabytes and seconds of a picture before anybody has to wait.
 */
export class ViewerFlow {
  #sent = 0;
  #received = 0;
  /** What has not arrived, oldest first: how many bytes there were in all, and when the first of these left. */
  readonly #onWay: { total: number; at: number }[] = [];
  readonly #arrivals: { bytes: number; at: number }[] = [];
  /** How long took what arrived with each of the last reports: of the newest of it, for the others waited for the report. */
  readonly #lags: { ms: number; at: number }[] = [];
  /** Of the last report; undefined where nothing had arrived. */
  #lagMs: number | undefined;

  sent(bytes: number, now: number): void {
    this.#sent += bytes;
    const last = this.#onWay.at(-1);
    if (last && now - last.at < GRAIN_MS) last.total = this.#sent;
    else this.#onWay.push({ total: this.#sent, at: now });
    // Who never tells what has arrived, as what records, is not remembered without end.
    if (this.#onWay.length > REMEMBERED) this.#onWay.shift();
  }

  /** @param total bytes that have arrived since the beginning */
  received(total: number, now: number): void {
    // What a page claims beyond what it was sent is no news of the way.
    const known = Math.min(total, this.#sent);
    if (known > this.#received) this.#arrivals.push({ bytes: known - this.#received, at: now });
    this.#received = Math.max(this.#received, known);
    while (this.#arrivals[0] && now - this.#arrivals[0].at > RATE_MS) this.#arrivals.shift();
    this.#lagMs = undefined;
    for (let next = this.#onWay[0]; next && next.total <= this.#received; next = this.#onWay[0]) {
      this.#onWay.shift();
      this.#lagMs = now - next.at;
    }
    if (this.#lagMs !== undefined) this.#lags.push({ ms: this.#lagMs, at: now });
    while (this.#lags.length > 1 && now - (this.#lags[0]?.at ?? now) > LEAST_WITHIN_MS) this.#lags.shift();
  }

  get onWayBytes(): number {
    return this.#sent - this.#received;
  }

  /** So much later than on an idle way comes what is still on it. */
  pileMs(now: number): number {
    const [oldest] = this.#onWay;
    if (!oldest || this.onWayBytes <= FEW_BYTES || this.#lags.length === 0) return 0;
    return Math.max(0, now - oldest.at - this.#leastMs);
  }

  /** So much later than on an idle way came what the last report was about, or comes what is still on it. */
  excessMs(now: number): number {
    const reported = this.#lagMs === undefined ? 0 : this.#lagMs - this.#leastMs;
    return Math.max(0, reported, this.pileMs(now));
  }

  get #leastMs(): number {
    return Math.min(LEAST_MAX_MS, ...this.#lags.map(({ ms }) => ms));
  }

  /** Bits a second that arrived lately: all that the way carries while more waits. */
  rate(now: number): number {
    const [first] = this.#arrivals;
    if (!first) return 0;
    const bytes = this.#arrivals.reduce((sum, each) => sum + each.bytes, 0);
    return (bytes * 8 * 1_000) / Math.max(RATE_MS / 2, now - first.at);
  }
}
