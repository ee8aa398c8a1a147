import type { TextsLike } from "../../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  test: "一个测试",
  step: "在报告中显示的步骤，附截图",
  tap_picture: "点按图片所示的元素",
  expect: "断言一个值",
  fixture: "一个 fixture",
  fixture_use: "使用 fixture 的测试",
  action: {
    start_app: "启动应用",
    tap: "点按元素",
    long_press: "长按元素",
    swipe: "在屏幕上滑动",
    input: "输入文本",
    key: "按键",
    rotate: "旋转屏幕",
    wait: "等待元素或一段时间",
    assert: "元素未显示则失败",
    memory: "采集一次内存样本",
    script: "运行仓库中的程序",
    call: "执行一个步骤块",
    if: "按条件执行步骤",
    loop: "重复执行步骤",
  },
};

export default zh;
