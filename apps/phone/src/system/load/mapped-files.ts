/**
 * What every app's process has mapped from its start, in kB: what it forked from the zygote and shares with all apps, and its
 * own code. What is shared is a multiple of {@link SHARERS} pages' kB, so that its share is whole.
 */

/** How many processes share what comes from the zygote. PSS has that part of it. */
export const SHARERS = 20;

export interface MappedFile {
  /** As `dumpsys meminfo` sorts it. */
  type: MemoryType;
  path: string;
  shared_clean?: number;
  shared_dirty?: number;
  private_clean?: number;
  private_dirty?: number;
}

/** What the summary of `dumpsys meminfo` calls code. */
export const CODE_TYPES = [".so mmap", ".jar mmap", ".apk mmap", ".ttf mmap", ".dex mmap", ".oat mmap"] as const;
/** The rows of `dumpsys meminfo`, in its order. */
export const MEMORY_TYPES = [
  "Native Heap",
  "Dalvik Heap",
  "Dalvik Other",
  "Stack",
  "Other dev",
  ...CODE_TYPES,
  ".art mmap",
  "Other mmap",
  "Unknown",
] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Those of Android's own: 40,000 kB of them are shared. */
export const BOOT_IMAGES: readonly MappedFile[] = [
  {
    type: ".art mmap",
    path: "[anon:dalvik-/system/framework/boot.art]",
    shared_dirty: 2_160,
    private_dirty: 260,
  },
  {
    type: ".art mmap",
    path: "[anon:dalvik-/system/framework/boot-framework.art]",
    shared_dirty: 5_840,
    private_dirty: 220,
  },
  { type: ".oat mmap", path: "/system/framework/arm64/boot.oat", shared_clean: 2_200 },
  { type: ".oat mmap", path: "/system/framework/arm64/boot-framework.oat", shared_clean: 7_800 },
];

export const LIBRARIES: readonly MappedFile[] = [
  {
    type: ".so mmap",
    path: "/system/lib64/libhwui.so",
    shared_clean: 4_000,
    private_clean: 620,
    private_dirty: 240,
  },
  { type: ".so mmap", path: "/apex/com.android.art/lib64/libart.so", shared_clean: 4_400, private_dirty: 180 },
  { type: ".so mmap", path: "/apex/com.android.runtime/lib64/bionic/libc.so", shared_clean: 900, private_dirty: 80 },
  { type: ".so mmap", path: "/system/lib64/libandroid_runtime.so", shared_clean: 1_200, private_dirty: 160 },
  {
    type: ".so mmap",
    path: "/vendor/lib64/egl/libGLESv2_virtual.so",
    shared_clean: 2_000,
    private_clean: 5_200,
    private_dirty: 800,
  },
  { type: ".so mmap", path: "/system/lib64/libcrypto.so", shared_clean: 1_000, private_dirty: 80 },
  { type: ".so mmap", path: "/apex/com.android.i18n/lib64/libicui18n.so", shared_clean: 1_400, private_dirty: 40 },
  { type: ".so mmap", path: "/system/lib64/libsqlite.so", shared_clean: 200 },
  { type: ".jar mmap", path: "/system/framework/framework.jar", shared_clean: 5_000 },
  { type: ".jar mmap", path: "/apex/com.android.art/javalib/core-oj.jar", shared_clean: 700 },
  { type: ".apk mmap", path: "/system/framework/framework-res.apk", shared_clean: 900 },
  { type: ".ttf mmap", path: "/system/fonts/Roboto-Regular.ttf", shared_clean: 300 },
  { type: "Other mmap", path: "/apex/com.android.runtime/bin/linker64", private_dirty: 120 },
  { type: "Other dev", path: "/dev/__properties__/properties_serial", private_clean: 80 },
];

/** The app's own package, and what was compiled of it. */
export const appFiles = (apkPath: string): readonly MappedFile[] => {
  const compiled = apkPath.replace(/base\.apk$/, "oat/arm64/base");
  return [
    { type: ".apk mmap", path: apkPath, private_clean: 3_400 },
    { type: ".dex mmap", path: `${compiled}.odex`, private_clean: 9_600, private_dirty: 200 },
    { type: ".dex mmap", path: `${compiled}.vdex`, private_clean: 4_000 },
  ];
};

/** What the run-time and the linker keep for themselves. */
export const RUNTIME: readonly MappedFile[] = [
  { type: "Dalvik Other", path: "[anon:dalvik-LinearAlloc]", private_dirty: 1_600 },
  { type: "Dalvik Other", path: "[anon:dalvik-card table]", private_dirty: 200 },
  { type: "Dalvik Other", path: "[anon:dalvik-indirect ref table]", private_dirty: 60 },
  { type: "Dalvik Other", path: "[anon:dalvik-DEX data]", private_dirty: 440 },
  { type: "Unknown", path: "[anon:.bss]", private_dirty: 220 },
  { type: "Unknown", path: "[anon:linker_alloc]", private_dirty: 200 },
];
