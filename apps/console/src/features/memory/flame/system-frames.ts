/** What belongs to the platform and not to the app, by its image or, where none is told, by its symbol. */
import type { FlameNames } from "./tree.ts";

/** Of Apple's: an app's own libraries seldom end so, as they are frameworks. */
const APPLE = /^(?:dyld\w*|lib[\w.+-]+\.dylib)$/;
const FRAMEWORKS: ReadonlySet<string> = new Set(
  `AVFAudio AVFCore AVFoundation AppKit Accelerate AudioToolbox BackBoardServices BaseBoard BoardServices CFNetwork CoreAnimation
CoreAudio CoreData CoreFoundation CoreGraphics CoreImage CoreLocation CoreMedia CoreServices CoreText CoreUI CoreVideo Foundation
FrontBoardServices GPURawCounter GraphicsServices HIToolbox IOKit IOSurface ImageIO JavaScriptCore MapKit MediaToolbox Metal
MetalKit MetalPerformanceShaders MetalTools MobileCoreServices Network QuartzCore RenderBox RunningBoardServices SceneKit Security
SpriteKit SwiftUI SwiftUICore SystemConfiguration TextInput UIFoundation UIKit UIKitCore UserNotifications VideoToolbox WebCore
WebKit AGXMetalG13G AttributeGraph`.split(/\s+/),
);
/** Of Android's: where it lies, or what it is called where its folder is not told. */
const ANDROID =
  /^(?:\/(?:system|system_ext|apex|vendor|product|odm)\/|\[|linker(?:64)?$|app_process(?:32|64)?$|boot[\w.-]*\.(?:oat|art)$|framework[\w.-]*\.jar$|core-[\w.-]+\.jar$|lib(?:art|artbase|c|c\+\+|m|dl|log|utils|cutils|binder|binder_ndk|hwui|gui|ui|EGL|GLESv[123]|vulkan|android|android_runtime|androidfw|base|unwindstack|nativehelper|openjdk|openjdkjvm|sqlite|ssl|crypto|jpeg|png|skia|sigchain|memunreachable|heapprofd_client|heapprofd_standalone_client)\.so$)/;
const SYMBOLS =
  /^(?:(?:java|javax|kotlin|kotlinx|android|androidx|dalvik|libcore|sun|jdk|art|std|__gnu_cxx)(?:\.|::)|com\.android\.|-?\[(?:NS|UI|CA|CF)[A-Z]|_?malloc$|_?calloc$|_?realloc$|operator new|_?pthread_|_?start(?:_thread)?$|__libc_|__start_thread|_?mmap$)/;

/** Heaps of Android that the system and the zygote made, and that of the app, in which each class tells by its name whose it is. */
const SYSTEM_HEAPS: ReadonlySet<string> = new Set(["image", "zygote"]);
const APP_HEAP = "app";
/** Objects of the platform's classes, the classes themselves, and arrays of no class: they are part of what holds them. */
const JAVA =
  /^(?:class )?(?:(?:boolean|byte|char|double|float|int|long|short)\[|(?:java|javax|kotlin|kotlinx|android|androidx|dalvik|libcore|sun|jdk|com\.android)\.)/;

/** 1 for each frame of the platform. */
export const systemFrames = ({ symbols, images, image }: FlameNames): Uint8Array => {
  const ofImage = images.map((name) => isOfSystem(name));
  return Uint8Array.from(symbols, (symbol, frame) => {
    const number = image[frame] ?? -1;
    const name = images[number] ?? "";
    if (ofImage[number]) return 1;
    return Number((name === "" && SYMBOLS.test(symbol)) || ((name === "" || name === APP_HEAP) && JAVA.test(symbol)));
  });
};

const isOfSystem = (image: string): boolean =>
  APPLE.test(image) || FRAMEWORKS.has(image) || ANDROID.test(image) || SYSTEM_HEAPS.has(image);
