import { loadImage } from "@napi-rs/canvas";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PhoneScreen } from "../types.ts";
import { KEY } from "./char-map.ts";
import { APPS } from "../apps/registry.ts";
import { createScreen } from "./index.ts";
import { setFaults } from "../system/set-fault.ts";
import { dumpedNodes, find, findAll, press, tap, tapAt } from "./testing/driving.ts";
import { memorySystem, type MemorySystem, testProfile } from "./testing/memory-system.ts";

const SHIFT = 1;
const CTRL = 0x1000;
const screens: PhoneScreen[] = [];
afterEach(() => {
  for (const screen of screens.splice(0)) screen.dispose();
});

const phone = (app?: string): { system: MemorySystem; screen: PhoneScreen } => {
  const system = memorySystem(testProfile({ folded: { width: 600, height: 1200 } }));
  const screen = createScreen(system, APPS);
  screens.push(screen);
  if (app !== undefined) screen.start(app);
  return { system, screen };
};

const swipe = (screen: PhoneScreen, fromX: number, fromY: number, toX: number, toY: number, pointer = 0): void => {
  screen.touch("down", pointer, fromX, fromY);
  for (let step = 1; step <= 10; step += 1) {
    screen.touch("move", pointer, fromX + ((toX - fromX) * step) / 10, fromY + ((toY - fromY) * step) / 10);
  }
  screen.touch("up", pointer, toX, toY);
};

const textOf = (screen: PhoneScreen, id: string): string => find(screen, id).attributes["text"] ?? "";

describe("the display", () => {
  it("draws a PNG of its size, black when asleep", async () => {
    const { screen } = phone();
    const awake = await loadImage(Buffer.from(await screen.png()));
    expect([awake.width, awake.height]).toEqual([720, 1600]);
    const lit = (await screen.png()).length;
    screen.sleep();
    expect((await screen.png()).length).toBeLessThan(lit / 4);
  });

  it("writes larger by its font scale, and tells the time of its zone", () => {
    const { screen, system } = phone("dev.udt.settings");
    const heightOf = (id: string) => find(screen, id).bottom - find(screen, id).top;
    const before = heightOf("wifi_title");
    system.settings.put("system", "font_scale", "1.6");
    expect(heightOf("wifi_title")).toBeGreaterThan(before * 1.4);
    const props: { timeZone: string } & typeof system.props = system.props;
    const clockIn = (timeZone: string) => {
      props.timeZone = timeZone;
      props.changed.emit("persist.sys.timezone");
      screen.start("dev.udt.launcher");
      return textOf(screen, "clock");
    };
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    const ahead = (minutes(clockIn("Asia/Tokyo")) - minutes(clockIn("UTC")) + 1440) % 1440;
    // A minute may end between the two.
    expect([539, 540]).toContain(ahead);
  });

  it("turns, folds and takes overrides, and the dump keeps inside", () => {
    const { screen, system } = phone("dev.udt.shop");
    const inside = (): boolean => {
      const { width, height } = screen.size();
      return dumpedNodes(screen.dump()).every(
        ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= width && bottom <= height,
      );
    };
    screen.rotate(3);
    expect(screen.size()).toEqual({ width: 1600, height: 720, rotation: 3 });
    expect(system.settings.get("system", "user_rotation")).toBe("3");
    expect(screen.dump()).toContain('<hierarchy rotation="3">');
    expect(inside()).toBe(true);
    screen.rotate("auto");
    screen.fold(true);
    expect(screen.isFolded()).toBe(true);
    expect(screen.size()).toEqual({ width: 600, height: 1200, rotation: 0 });
    expect(inside()).toBe(true);
    screen.fold(false);
    screen.override({ width: 1080, height: 1920 }, 480);
    expect(screen.size()).toEqual({ width: 1080, height: 1920, rotation: 0 });
    expect(inside()).toBe(true);
    screen.override(undefined, undefined);
    expect(screen.size().width).toBe(720);
  });

  it("speaks the language of the settings", () => {
    const { screen, system } = phone("dev.udt.settings");
    for (const [locale, title] of [
      ["zh-Hans-CN,en-US", "设置"],
      ["ja-JP", "設定"],
      ["fr-FR", "Settings"],
    ] as const) {
      system.settings.put("system", "system_locales", locale);
      expect(textOf(screen, "title")).toBe(title);
    }
  });
});

describe("power and system keys", () => {
  it("locks when it sleeps and unlocks with a swipe up", () => {
    const { screen } = phone("dev.udt.shop");
    press(screen, KEY.POWER);
    expect(screen.isAwake()).toBe(false);
    press(screen, KEY.POWER);
    expect([screen.isAwake(), screen.isLocked()]).toEqual([true, true]);
    expect(screen.dump()).toContain("com.android.systemui:id/keyguard_root");
    swipe(screen, 360, 800, 360, 790);
    expect(screen.isLocked()).toBe(true);
    swipe(screen, 360, 1300, 360, 500);
    expect(screen.isLocked()).toBe(false);
    expect(screen.focused().package_name).toBe("dev.udt.shop");
  });

  it("goes home, back, and through recents", () => {
    const { screen } = phone("dev.udt.shop");
    tap(screen, "product_item");
    press(screen, KEY.BACK);
    expect(screen.focused().activity).toBe("dev.udt.shop.CatalogueActivity");
    press(screen, KEY.BACK);
    expect(screen.focused().package_name).toBe("dev.udt.launcher");
    screen.start("dev.udt.notes");
    press(screen, KEY.HOME);
    press(screen, KEY.APP_SWITCH);
    const tasks = findAll(screen, "task").map(({ attributes }) => attributes["content-desc"]);
    expect(tasks).toEqual(["Notes", "Shop"]);
    tap(screen, "task", 1);
    expect(screen.focused().package_name).toBe("dev.udt.shop");
    swipe(screen, 360, 1595, 360, 900);
    expect(screen.focused().package_name).toBe("dev.udt.launcher");
  });

  it("shows the volume and pull-down panels", () => {
    const { screen, system } = phone("dev.udt.shop");
    press(screen, KEY.VOLUME_UP);
    expect(system.settings.get("system", "volume_music_speaker")).toBe("8");
    swipe(screen, 360, 5, 360, 500);
    expect(screen.dump()).toContain("notification_panel");
    tap(screen, "tile_dark");
    expect(system.settings.get("secure", "ui_night_mode")).toBe("2");
    press(screen, KEY.BACK);
    expect(screen.dump()).not.toContain("notification_panel");
    expect(screen.focused().package_name).toBe("dev.udt.shop");
  });
});

describe("touch", () => {
  it("scrolls with the finger", () => {
    const { screen } = phone("dev.udt.shop");
    const before = find(screen, "product_title").top;
    screen.touch("down", 0, 360, 1300);
    screen.touch("move", 0, 360, 1200);
    // The first 8 dp tell a drag from a tap.
    expect(before - find(screen, "product_title").top).toBe(100 - 16);
    screen.touch("cancel", 0, 360, 1200);
    expect(screen.focused().activity).toBe("dev.udt.shop.CatalogueActivity");
  });

  it("goes on by inertia when the finger leaves in motion", async () => {
    const { screen } = phone("dev.udt.shop");
    const tops = (): number[] => findAll(screen, "product_item").map(({ bottom }) => bottom);
    screen.touch("down", 0, 360, 1300);
    screen.touch("move", 0, 360, 1250);
    screen.touch("move", 0, 360, 1200);
    screen.touch("up", 0, 360, 1200);
    const released = tops();
    await vi.waitFor(() => expect(tops()).not.toEqual(released));
  });

  it("is no tap when the finger leaves the button, and none on what lies beneath", () => {
    const { screen } = phone("dev.udt.shop");
    tap(screen, "product_item");
    const { x, y } = find(screen, "add_to_cart");
    screen.touch("down", 0, x, y);
    screen.touch("move", 0, x, y - 300);
    screen.touch("up", 0, x, y - 300);
    expect(findAll(screen, "cart_badge")).toEqual([]);
    tapAt(screen, x, y);
    expect(textOf(screen, "cart_badge")).toBe("1");
  });

  it("keeps ten fingers apart, each captured where it went down", () => {
    const { screen, system } = phone("dev.udt.testpattern");
    for (let finger = 0; finger < 10; finger += 1) screen.touch("down", finger, 60 * finger + 30, 600);
    screen.touch("move", 4, 300, 900);
    screen.touch("up", 4, 300, 900);
    screen.touch("cancel", 9, 0, 0);
    const lines = system.lines.filter(({ tag }) => tag === "TestPattern").map(({ message }) => message);
    expect(lines.at(3)).toBe("seq=4 action=down x=210 y=600 pointer=3");
    expect(lines.slice(-3)).toEqual([
      "seq=11 action=move x=300 y=900 pointer=4",
      "seq=12 action=up x=300 y=900 pointer=4",
      "seq=13 action=cancel x=0 y=0 pointer=9",
    ]);
  });
});

describe("typing", () => {
  it("edits any script with keys, shift, selection and the clipboard", () => {
    const { screen } = phone("dev.udt.notes");
    tap(screen, "create_note");
    press(screen, KEY.A, SHIFT);
    press(screen, KEY.A + 1);
    screen.text(" 👩‍👩‍👧 日本");
    press(screen, KEY.ENTER);
    screen.text("one\ntwo");
    expect(textOf(screen, "edit_title")).toBe("Ab 👩‍👩‍👧 日本");
    expect(textOf(screen, "edit_body")).toBe("one\ntwo");
    tap(screen, "edit_title");
    press(screen, KEY.MOVE_END);
    press(screen, KEY.DEL);
    press(screen, KEY.DEL);
    press(screen, KEY.DEL);
    press(screen, KEY.DEL);
    expect(textOf(screen, "edit_title")).toBe("Ab ");
    press(screen, KEY.A, CTRL);
    press(screen, KEY.C, CTRL);
    expect(screen.clipboard.get()).toBe("Ab ");
    press(screen, KEY.MOVE_END);
    press(screen, KEY.PASTE);
    press(screen, KEY.V, CTRL);
    expect(textOf(screen, "edit_title")).toBe("Ab Ab Ab ");
    press(screen, KEY.DPAD_LEFT, SHIFT);
    press(screen, KEY.DPAD_LEFT, SHIFT);
    press(screen, KEY.CUT);
    expect([textOf(screen, "edit_title"), screen.clipboard.get()]).toEqual(["Ab Ab A", "b "]);
  });

  it("keeps notes until the data is cleared", () => {
    const { screen, system } = phone("dev.udt.notes");
    tap(screen, "create_note");
    screen.text("keep me");
    press(screen, KEY.BACK);
    screen.stop("dev.udt.notes");
    screen.start("dev.udt.notes");
    expect(textOf(screen, "note_title")).toBe("keep me");
    system.clear("dev.udt.notes");
    screen.start("dev.udt.notes");
    expect(findAll(screen, "note_title")).toEqual([]);
  });

  it("reaches views by Tab and D-pad and presses them", () => {
    const { screen } = phone("dev.udt.shop");
    const focusedId = (): string | undefined =>
      dumpedNodes(screen.dump()).find(({ attributes }) => attributes["focused"] === "true")?.attributes["resource-id"];
    press(screen, KEY.TAB);
    expect(focusedId()).toBe("dev.udt.shop:id/account_button");
    press(screen, KEY.DPAD_RIGHT);
    press(screen, KEY.DPAD_CENTER);
    expect(screen.focused().activity).toBe("dev.udt.shop.CartActivity");
  });
});

describe("apps", () => {
  it("refuses what is not installed with Android's words", () => {
    const { screen } = phone();
    expect(screen.start("com.example.none")).toEqual({
      ok: false,
      error: "Error type 3\nError: Activity class {com.example.none/com.example.none.MainActivity} does not exist.",
    });
    expect(screen.start("dev.udt.settings", ".AboutActivity")).toEqual({ ok: true });
    expect(screen.focused().activity).toBe("dev.udt.settings.AboutActivity");
    expect(screen.running().map(({ package_name }) => package_name)).toEqual(["dev.udt.settings"]);
  });

  it("opens a screen about an installed APK and closes it when it is removed", () => {
    const { screen, system } = phone();
    system.install({
      package_name: "org.example.real",
      label: 'Real <App> & "Co"',
      version_name: "4.5",
      version_code: 45,
      system: false,
      main_activity: "org.example.real.Main",
      icon: undefined,
      apk_path: "/data/app/real/base.apk",
      enabled: true,
    });
    tap(screen, "app_org_example_real");
    expect(screen.focused()).toEqual({ package_name: "org.example.real", activity: "org.example.real.Main" });
    expect(textOf(screen, "label")).toBe('Real <App> & "Co"');
    expect(textOf(screen, "version")).toContain("4.5 (45)");
    screen.stop("org.example.real");
    expect(screen.focused().package_name).toBe("dev.udt.launcher");
  });

  it("crash by the shop's own button, and are gone from the screen", () => {
    const { screen, system } = phone("dev.udt.shop");
    tap(screen, "account_button");
    tap(screen, "crash");
    expect(screen.focused().package_name).toBe("dev.udt.launcher");
    const told = system.lines.find(({ tag }) => tag === "AndroidRuntime");
    expect(told?.message).toMatch(
      /^FATAL EXCEPTION: main\nProcess: dev\.udt\.shop, PID: \d+\njava\.lang\.IllegalStateException: crashed on request.*\n\tat dev\.udt\.shop\.SignInActivity\./,
    );
    expect(screen.crash("dev.udt.shop", { says: "again", stack: [] })).toBe(false);
  });

  it("takes an order: search, cart, sign-in with its checks", () => {
    const { screen, system } = phone("dev.udt.shop");
    tap(screen, "search_input");
    screen.text("lamp");
    expect(findAll(screen, "product_item").length).toBe(1);
    tap(screen, "product_item");
    tap(screen, "add_to_cart");
    tap(screen, "cart_button");
    tap(screen, "increase");
    expect([textOf(screen, "quantity"), textOf(screen, "total")]).toEqual(["2", "€118.00"]);
    tap(screen, "checkout");
    tap(screen, "sign_in_button");
    expect(findAll(screen, "email_error").length).toBe(1);
    tap(screen, "email_input");
    screen.text("buyer@example.org");
    press(screen, KEY.ENTER);
    screen.text("long enough");
    expect(find(screen, "password_input").attributes).toMatchObject({ password: "true", text: "•••••••••••" });
    press(screen, KEY.ENTER);
    expect(textOf(screen, "order_number")).toBe("#1001");
    expect(system.lines).toContainEqual({
      level: "I",
      tag: "ShopOrder",
      message: "order 1001 placed, 2 items, €118.00",
    });
  });

  it("steers the game by touch, and lets it stand while another app is in front", async () => {
    const { screen } = phone("dev.udt.game");
    const before = await screen.png();
    screen.touch("down", 0, 100, 900);
    await vi.waitFor(async () => expect(Buffer.compare(await screen.png(), before)).not.toBe(0));
    press(screen, KEY.HOME);
    const home = screen.dump();
    expect(home).toContain("dev.udt.launcher");
    expect(screen.running().map(({ package_name }) => package_name)).toEqual(["dev.udt.launcher", "dev.udt.game"]);
  });
});

describe("the hidden page of faults", () => {
  it("opens by seven taps on the serial number, and switches a fault on that shows", () => {
    const { screen, system } = phone("dev.udt.settings");
    screen.start("dev.udt.settings", ".AboutActivity");
    for (let count = 0; count < 7; count += 1) tap(screen, "about_serial");
    expect(screen.focused().activity).toBe("dev.udt.settings.FaultsActivity");
    tap(screen, "fault_disk_full");
    tap(screen, "fault_network");
    expect(system.faults).toMatchObject({ disk_full: true, network: "none" });
    tap(screen, "fault_disk_full");
    expect(system.faults.disk_full).toBe(false);
    tap(screen, "fault_wrong_language");
    expect(system.settings.get("system", "system_locales")).toBe("fr-FR");
    tap(screen, "fault_keyguard");
    expect(screen.isLocked()).toBe(true);
    screen.unlock();
    expect([screen.isLocked(), system.faults.keyguard]).toEqual([false, "none"]);
  });

  it("lays the shop out anew while it is open", () => {
    const { screen, system } = phone("dev.udt.shop");
    tap(screen, "account_button");
    const top = (id: string) => find(screen, id).top;
    expect(top("sign_in_button")).toBeGreaterThan(top("password_input"));
    setFaults(system, { shop_layout: true });
    expect(findAll(screen, "sign_in_button")).toEqual([]);
    expect(top("sign_in_submit")).toBeLessThan(top("email_input"));
    setFaults(system, { shop_layout: false });
    expect(top("sign_in_button")).toBeGreaterThan(top("password_input"));
  });
});
