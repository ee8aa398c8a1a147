import type { PhoneProfile } from "../types.ts";
import type { ScreenSettings } from "./phone-settings.ts";

/** Size, density and orientation of the panel in use: the profile's, or an override, or the folded outer display. */
export class Display {
  readonly #profile: PhoneProfile;
  readonly #settings: ScreenSettings;
  #folded = false;
  #size: { width: number; height: number } | undefined;
  #densityDpi: number | undefined;

  constructor(profile: PhoneProfile, settings: ScreenSettings) {
    this.#profile = profile;
    this.#settings = settings;
  }

  get folded(): boolean {
    return this.#folded;
  }

  /** False when the phone has no such display, or shows it already. */
  fold(folded: boolean): boolean {
    if (this.#profile.folded === undefined || folded === this.#folded) return false;
    this.#folded = folded;
    return true;
  }

  override(size: { width: number; height: number } | undefined, densityDpi: number | undefined): void {
    this.#size = size;
    this.#densityDpi = densityDpi;
  }

  get rotation(): 0 | 1 | 2 | 3 {
    return this.#settings.autoRotate ? 0 : this.#settings.rotation;
  }

  /** Pixels in the natural orientation. */
  get natural(): { width: number; height: number } {
    const panel = this.#folded && this.#profile.folded !== undefined ? this.#profile.folded : this.#profile;
    return this.#size ?? { width: panel.width, height: panel.height };
  }

  /** Pixels in the current orientation. */
  get size(): { width: number; height: number } {
    const { width, height } = this.natural;
    return this.rotation % 2 === 0 ? { width, height } : { width: height, height: width };
  }

  /** Pixels per dp. */
  get dp(): number {
    return (this.#densityDpi ?? this.#profile.density_dpi) / 160;
  }
}
