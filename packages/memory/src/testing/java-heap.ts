import type { HprofClass, HprofObject } from "../hprof/hprof-dump.ts";
import { writeHprof } from "../hprof/write-hprof.ts";

const MB = 1024 ** 2;
const classOf = (id: number, name: string, size: number, ...fields: string[]): HprofClass => ({
  id,
  name,
  super_id: id === 1 ? 0 : 1,
  fields: fields.map((field) => ({ name: field, type: "object" })),
  instance_size: size,
  heap: id < 10 ? "image" : "app",
});
const CLASSES = [
  classOf(1, "java.lang.Object", 8),
  classOf(2, "java.lang.Class", 0),
  classOf(3, "java.util.ArrayList", 20, "elementData"),
  classOf(4, "java.lang.Object[]", 0),
  classOf(5, "android.graphics.Bitmap", 47, "mBuffer"),
  classOf(10, "com.shop.ImageCache", 16, "images"),
];

/**
 * A shop's Java heap, of which the cache of pictures has so many pictures of a megabyte, and which has others that nothing holds.
 */
export function javaHeapBytes(mb: number, lost = 0, taken_at = "2026-09-05T03:23:00.508Z"): Buffer {
  const pictures = Array.from({ length: mb + lost }, (_, index) => 1_000 + 2 * index);
  const elements = pictures.slice(0, mb);
  const instance = (id: number, class_id: number, values: Record<string, number>): HprofObject => ({
    kind: "instance",
    id,
    class_id,
    values,
    heap: "app",
  });
  const objects = [
    instance(100, 10, { images: 101 }),
    instance(101, 3, { elementData: 102 }),
    { kind: "object_array", id: 102, class_id: 4, elements, heap: "app" } as const,
    ...pictures.flatMap((id) => [
      instance(id, 5, { mBuffer: id + 1 }),
      { kind: "primitive_array", id: id + 1, type: "byte", length: MB, heap: "app" } as const,
    ]),
  ];
  const roots = [
    { kind: "jni_global", id: 100 } as const,
    ...CLASSES.map(({ id }) => ({ kind: "sticky_class", id }) as const),
  ];
  return Buffer.concat([...writeHprof({ taken_at: Date.parse(taken_at), classes: CLASSES, roots, objects })]);
}
