export interface InstalledApp {
  package_name: string;
  version_name: string;
  version_code: number;
  system: boolean;
  running: boolean;
  /** What is on the screen is its. */
  foreground: boolean;
}

export interface AppsCapability {
  list(signal: AbortSignal): Promise<InstalledApp[]>;
  /**
   * As {@link list}, with what the device calls them as far as that is known. What is not is asked for in the background, and
   * `names_pending` meanwhile. Names are as people may be shown them: one line, no longer than the contract allows.
   */
  named(signal: AbortSignal): Promise<{ list: (InstalledApp & { name?: string })[]; names_pending: boolean }>;
  /** Installs from bytes, replacing an older version. `onProgress` gets bytes sent. Throws `DeviceRefusal`. */
  install(
    app: { bytes: ReadableStream<Uint8Array>; size_bytes: number },
    onProgress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  uninstall(packageName: string, signal: AbortSignal): Promise<void>;
  /**
   * What those of these packages that are there are made of: the MD5 of the file that was installed. Where the device cannot
   * tell that it is something else, which another installation changes.
   */
  builds(packageNames: readonly string[], signal: AbortSignal): Promise<Map<string, string>>;
  start(packageName: string, signal: AbortSignal): Promise<void>;
  /** What {@link start} starts, in the platform's words: `package/activity` on Android. Empty when nothing can be started. */
  entry(packageName: string, signal: AbortSignal): Promise<string>;
  stop(packageName: string, signal: AbortSignal): Promise<void>;
  clear(packageName: string, signal: AbortSignal): Promise<void>;
}
