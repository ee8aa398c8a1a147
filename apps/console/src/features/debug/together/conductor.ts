import type { ElementTree, InputMessage } from "@udt/contract";
import type { Point, Size } from "../../../lib/screen/geometry.ts";
import { createStore, type Store } from "../../../lib/streams/store.ts";
import type { TouchMessage } from "../input/pointer-tracker.ts";
import { divergenceOf } from "./divergence.ts";
import { FollowedPhone, type Phone, type PhoneView } from "./followed-phone.ts";
import { matchOf } from "./matching.ts";

export interface ConductorView {
  leader: string | undefined;
  /** Taps are repeated by what they touch, and the screens are compared. */
  isByElement: boolean;
  phones: Readonly<Record<string, PhoneView>>;
}

/** A finger that is down for longer presses, as Android has it. */
const PRESS_MS = 400;
/** A finger that has gone further than this share of the longer side, drags. */
const SLOP = 0.012;

/** A finger that went down on the leader, of which it is not known yet whether it taps. */
interface Begun {
  down: TouchMessage;
  /** What was there before it was touched. */
  tree: ElementTree | undefined;
  timer: ReturnType<typeof setTimeout>;
}

const shareOf = ({ x, y, width, height }: Point & Size): Point => ({ x: (x + 0.5) / width, y: (y + 0.5) / height });

/**
 * Repeats on the followers what is done on the leader. Keys, text and whole gestures go at once, as shares of each screen. While
 * it repeats by element, a finger waits until it is known to tap, press or drag; taps and presses go to the same element.
 */
export class Conductor {
  readonly view: Store<ConductorView> = createStore<ConductorView>({
    leader: undefined,
    isByElement: true,
    phones: {},
  });
  readonly #phones = new Map<string, FollowedPhone>();
  #leader: string | undefined;
  #isByElement = true;
  /** The leader's fingers that are down. */
  readonly #down = new Set<number>();
  #begun: Begun | undefined;
  /** Where a finger that presses is on each follower, until it moves. */
  #pressed: ReadonlyMap<FollowedPhone, Point> = new Map();

  join(id: string, phone: Phone): void {
    this.leave(id);
    const joined = new FollowedPhone(phone, () => this.#compare());
    this.#phones.set(id, joined);
    joined.turn(this.#isByElement);
    this.#tell();
  }

  leave(id: string): void {
    const phone = this.#phones.get(id);
    if (!phone) return;
    if (id === this.#leader) this.#lift();
    this.#phones.delete(id);
    phone.dispose();
    this.#tell();
  }

  /** From now on this one leads. It need not have joined yet. */
  lead(id: string | undefined): void {
    if (id === this.#leader) return;
    this.#lift();
    this.#leader = id;
    for (const phone of this.#phones.values()) {
      phone.repeated = undefined;
      phone.diverges(undefined);
    }
    this.#compare();
  }

  /** Repeats taps by element, or by coordinate alone. */
  repeatByElement(isByElement: boolean): void {
    if (isByElement === this.#isByElement) return;
    this.#flush();
    this.#isByElement = isByElement;
    for (const phone of this.#phones.values()) {
      phone.repeated = undefined;
      phone.diverges(undefined);
      phone.turn(isByElement);
    }
    this.#tell();
  }

  /** Told of the picture of one: how many there have been. */
  pictured(id: string, frames: number): void {
    this.#phones.get(id)?.watch.pictured(frames);
  }

  /** Told of what a person's hands gave to one of them. */
  given(id: string, message: InputMessage): void {
    if (message.type === "clipboard_get") return;
    const isDone = message.type !== "touch" || message.action === "up" || message.action === "cancel";
    if (id === this.#leader) {
      if (message.type === "touch") this.#touched(message);
      else {
        this.#flush();
        for (const phone of this.#followers()) {
          if (message.type === "scroll") phone.scroll(message, shareOf(message));
          else phone.give(message);
        }
      }
      if (isDone) for (const phone of this.#followers()) phone.watch.touched();
    }
    if (!isDone) return;
    this.#phones.get(id)?.watch.touched();
    this.#tell();
  }

  /** The way to this one broke: its fingers were lifted at the other end. */
  broken(id: string): void {
    if (id === this.#leader) this.#lift();
  }

  dispose(): void {
    this.#lift();
    for (const phone of this.#phones.values()) phone.dispose();
    this.#phones.clear();
  }

  *#followers(): Iterable<FollowedPhone> {
    for (const [id, phone] of this.#phones) if (id !== this.#leader) yield phone;
  }

  #touched(touch: TouchMessage): void {
    const { action, pointer_id } = touch;
    if (action === "down") {
      const isFirst = this.#down.size === 0;
      this.#down.add(pointer_id);
      if (isFirst && this.#isByElement) this.#begin(touch);
      else this.#repeat(touch);
      return;
    }
    if (action !== "move") this.#down.delete(pointer_id);
    if (!this.#begun) this.#repeat(touch);
    else if (action === "cancel") this.#forget();
    else if (action === "up") this.#tap(touch);
    else if (isFar(this.#begun.down, touch)) this.#repeat(touch);
  }

  #begin(down: TouchMessage): void {
    const tree = this.#leader === undefined ? undefined : this.#phones.get(this.#leader)?.watch.recentTree;
    this.#begun = { down, tree, timer: setTimeout(() => this.#press(), PRESS_MS) };
  }

  #forget(): Begun | undefined {
    const begun = this.#begun;
    clearTimeout(begun?.timer);
    this.#begun = undefined;
    return begun;
  }

  /** What has begun was no tap: it goes on as it is. */
  #flush(): void {
    const begun = this.#forget();
    if (begun) for (const phone of this.#followers()) phone.touch(begun.down, shareOf(begun.down));
  }

  #repeat(touch: TouchMessage): void {
    this.#flush();
    const pressed = this.#pressed;
    this.#pressed = new Map();
    // A finger that pressed is lifted where it is, also where it is elsewhere than on the leader.
    for (const phone of this.#followers()) {
      phone.touch(touch, (touch.action !== "move" && pressed.get(phone)) || shareOf(touch));
    }
  }

  #press(): void {
    const begun = this.#forget();
    if (!begun) return;
    const places = new Map<FollowedPhone, Point>();
    for (const phone of this.#followers()) {
      const at = this.#placeOn(phone, begun);
      places.set(phone, at);
      phone.touch(begun.down, at);
    }
    this.#pressed = places;
    this.#tell();
  }

  #tap(up: TouchMessage): void {
    const begun = this.#forget();
    if (!begun) return;
    for (const phone of this.#followers()) {
      const at = this.#placeOn(phone, begun);
      phone.touch(begun.down, at);
      phone.touch(up, at);
    }
  }

  /**
   * Where on this follower is what was touched on the leader, and whether by element; told on its tile. A picture that changed since
   * its elements were read, untouched, rarely moved what is touched: on another screen it is nearer than the same coordinate.
   */
  #placeOn(phone: FollowedPhone, { down, tree }: Begun): Point {
    const share = shareOf(down);
    const match = !phone.isReadable
      ? ({ no: "unreadable" } as const)
      : !tree
        ? ({ no: "leader_unread" } as const)
        : !phone.watch.recentTree
          ? ({ no: "unread" } as const)
          : matchOf(tree, share, phone.watch.recentTree);
    phone.repeated = "at" in match ? { by: "element" } : { by: "coordinate", no: match.no };
    return "at" in match ? match.at : share;
  }

  #lift(): void {
    this.#forget();
    this.#down.clear();
    this.#pressed = new Map();
    for (const phone of this.#followers()) phone.lift();
  }

  /** Once the leader has come to rest, each follower whose screen is known agrees with it or not. */
  #compare(): void {
    const leader = this.#leader === undefined ? undefined : this.#phones.get(this.#leader)?.watch.tree;
    for (const phone of this.#followers()) {
      if (leader && phone.watch.tree) phone.diverges(divergenceOf(leader, phone.watch.tree));
    }
    this.#tell();
  }

  #tell(): void {
    const phones = Object.fromEntries([...this.#phones].map(([id, phone]) => [id, phone.view]));
    const next: ConductorView = { leader: this.#leader, isByElement: this.#isByElement, phones };
    this.view.update((view) => (JSON.stringify(view) === JSON.stringify(next) ? view : next));
  }
}

function isFar(from: TouchMessage, to: TouchMessage): boolean {
  const slop = SLOP * Math.max(from.width, from.height);
  return Math.hypot(to.x - from.x, to.y - from.y) > slop;
}
