const en = {
  test: "A test",
  step: "A step that the report shows, with a picture",
  tap_picture: "Touch what a picture shows",
  expect: "Expect a value",
  fixture: "A fixture",
  fixture_use: "A test that asks for a fixture",
  action: {
    start_app: "Start an app",
    tap: "Touch an element",
    long_press: "Hold an element",
    swipe: "Draw a finger over the screen",
    input: "Type a text",
    key: "Press a key",
    rotate: "Turn the screen",
    wait: "Wait for an element, or a while",
    assert: "Fail unless an element shows",
    memory: "Take a memory sample",
    script: "Run a program of the repository",
    call: "Carry out a block",
    if: "Do steps, or others, by a condition",
    loop: "Do steps again and again",
  },
};

export default en;

declare module "../../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    snippets: typeof en;
  }
}
