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

/** 1 for each frame of the platform. */
export const systemFrames = ({ symbols, images, image }: FlameNames): Uint8Array => {
  const ofImage = images.map((name) => APPLE.test(name) || FRAMEWORKS.has(name) || ANDROID.test(name));
  return Uint8Array.from(symbols, (symbol, frame) => {
    const number = image[frame] ?? -1;
    return Number((images[number] ?? "") === "" ? SYMBOLS.test(symbol) : (ofImage[number] ?? false));
  });
};
