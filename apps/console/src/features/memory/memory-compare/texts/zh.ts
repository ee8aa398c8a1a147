import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  modes: "比较方式",
  mode: {
    footprint: "内存占用",
    composition: "组成",
    vmmap: "VM 映射",
    partitions: "分区",
    call_tree: "调用树",
    vm_regions: "VM 区域",
  },
  lead: {
    footprint: "整个进程的各项度量。",
    composition: "内存占用中哪些有堆栈可查，以及堆由什么组成。",
    vmmap: "按类型列出所有映射内存，以及 malloc 的堆。",
    partitions: "各模块的内存：malloc 的内存块按堆栈归属，Java 对象按类归属，其他区域按类型归属。",
    call_tree: "谁调用了 malloc，以及谁持有 Java 对象。不应与 VM 区域相加。",
    vm_regions: "谁映射了内存。不应与调用树相加。",
  },
  figure: {
    footprint: "内存占用",
    peak: "内存占用峰值",
    resident: "常驻",
    dirty: "脏页",
    swapped: "已换出",
    malloc: "malloc 已分配（有堆栈）",
    vm: "VM 区域（有堆栈）",
    java: "Java 堆（有持有者）",
  },
  stack: {
    with_stack: "有堆栈（{tree}）",
    without_stack: "无堆栈",
  },
  tree: { malloc: "malloc", vm: "VM 区域", java: "Java 堆" },
  held: "模块",
  untold: {
    title: "并非两个样本都有此数据",
    footprint: "至少有一个样本没有以相同度量给出内存占用的文件。",
    composition: "至少有一个样本没有 malloc_history 或其他可给出堆栈、类或泄漏的文件。",
    vmmap: "至少有一个样本没有 vmmap、footprint、smaps 或 meminfo 的文件。",
    partitions: "两个样本没有规则可适用的共同堆栈或区域。",
    call_tree: "至少有一个样本没有给出 malloc 堆栈或 Java 堆的文件。",
    vm_regions: "至少有一个样本没有给出 VM 区域堆栈的文件。",
  },
};
export default zh;
