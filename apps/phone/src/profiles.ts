import type { PhoneProfile } from "./types.ts";

const CPU: PhoneProfile["cpu"] = { name: "UDT Virtual", abi: "arm64-v8a", cores: 8 };
const GPU = "Skia (software)";
const GIGABYTE = 1024 ** 3;

/** The `index`-th phone of a host, counted from 1: plain and folding ones in turn. */
export function defaultProfile(index: number): PhoneProfile {
  const serial = `virtual-${index}`;
  const number = index <= 2 ? "" : ` ${index}`;
  if (index % 2 === 1) {
    return {
      serial,
      brand: "UDT",
      model: `Virtual One${number}`,
      device: "virtual_one",
      os_version: "14",
      sdk: 34,
      width: 720,
      height: 1600,
      density_dpi: 320,
      cpu: CPU,
      gpu: GPU,
      memory_bytes: 6 * GIGABYTE,
    };
  }
  return {
    serial,
    brand: "UDT",
    model: `Virtual Fold${number}`,
    device: "virtual_fold",
    os_version: "14",
    sdk: 34,
    width: 1080,
    height: 1200,
    density_dpi: 320,
    folded: { width: 540, height: 1200 },
    cpu: CPU,
    gpu: GPU,
    memory_bytes: 12 * GIGABYTE,
  };
}
