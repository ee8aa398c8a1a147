export interface MockProvider {
  enabled: boolean;
  /** Degrees, as they were given. */
  location?: { latitude: number; longitude: number };
}

/** The shell's user: what it may do as itself, its operations say. */
const SHELL = "2000";
const SHELL_PACKAGE = "com.android.shell";
const MOCK_LOCATION = "MOCK_LOCATION";

/** What packages and users are allowed besides their permissions: package or user id, operation, mode. */
export class AppOps {
  readonly #modes = new Map<string, Map<string, string>>();

  /** `android:mock_location` and `MOCK_LOCATION` name one. */
  static nameOf = (operation: string): string => operation.replace(/^android:/, "").toUpperCase();

  set(owner: string, operation: string, mode: string): void {
    const modes = this.#modes.get(owner) ?? new Map<string, string>();
    this.#modes.set(owner, modes.set(AppOps.nameOf(operation), mode));
  }

  list(owner: string): [operation: string, mode: string][] {
    return [...(this.#modes.get(owner) ?? [])];
  }

  reset(): void {
    this.#modes.clear();
  }

  /** Whether the shell may say where the phone is. */
  get mayMock(): boolean {
    return [SHELL, SHELL_PACKAGE].some((owner) => this.#modes.get(owner)?.get(MOCK_LOCATION) === "allow");
  }
}

/** Where the phone is said to be, by provider. A restart ends it. */
export class MockLocations {
  readonly providers = new Map<string, MockProvider>();
}
