import { expect, test } from "vitest";
import { parseElements } from "./elements.ts";

const display = { width: 1080, height: 2400 };
const node = (attributes: string, inside = "") => `<node ${attributes}>${inside}</node>`;
const dump = (inside: string, rotation = 0) =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${rotation}">${inside}</hierarchy>UI hierchary dumped to: /dev/tty\n`;

test("tells each element, its parent and what it can do", () => {
  const button = node(
    'index="0" text="Sign in" resource-id="shop:id/enter" class="android.widget.Button" package="shop" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="true" password="false" selected="false" bounds="[10,20][110,80]"',
  );
  const root = node(
    'index="0" class="android.widget.FrameLayout" package="shop" enabled="true" bounds="[0,0][1080,2400]"',
    button,
  );
  expect(parseElements(dump(root), display)).toEqual({
    width: 1080,
    height: 2400,
    is_cut: false,
    list: [
      {
        parent: null,
        class_name: "android.widget.FrameLayout",
        resource_id: "",
        text: "",
        description: "",
        package_name: "shop",
        bounds: { left: 0, top: 0, right: 1080, bottom: 2400 },
        states: ["enabled"],
      },
      {
        parent: 0,
        class_name: "android.widget.Button",
        resource_id: "shop:id/enter",
        text: "Sign in",
        description: "",
        package_name: "shop",
        bounds: { left: 10, top: 20, right: 110, bottom: 80 },
        states: ["clickable", "enabled", "focusable", "long_clickable"],
      },
    ],
  });
});

test("is as wide as the display is turned", () => {
  expect(parseElements(dump(node('bounds="[0,0][1,1]"'), 1), display)).toMatchObject({ width: 2400, height: 1080 });
  expect(parseElements(dump(node('bounds="[0,0][1,1]"'), 2), display)).toMatchObject({ width: 1080, height: 2400 });
});

test("reads texts that would break XML, and negative bounds", () => {
  const hostile = node('text="a &lt;b&gt; &quot;c&quot;&#10;d &amp; 注文" bounds="[-20,-5][30,40]"');
  expect(parseElements(dump(hostile), display)?.list).toMatchObject([
    { text: 'a <b> "c"\nd & 注文', bounds: { left: -20, top: -5 } },
  ]);
});

test("leaves out an element without bounds, and gives its children to its parent", () => {
  const inside = node('bounds="[0,0][9,9]"', node('text="lost"', node('text="found" bounds="[1,1][2,2]"')));
  expect(parseElements(dump(inside), display)?.list).toMatchObject([{ parent: null }, { parent: 0, text: "found" }]);
});

test.each([
  ["no tree", "ERROR: null root node returned by UiTestAutomationBridge.\n"],
  ["half a tree", '<?xml version=\'1.0\' ?><hierarchy rotation="0"><node bounds="[0,0][1,1]">'],
  ["broken XML", '<hierarchy rotation="0"><node text="<" /></hierarchy>'],
])("finds none in %s", (_, output) => {
  expect(parseElements(output, display)).toBeUndefined();
});
