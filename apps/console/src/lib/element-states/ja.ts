export const elementStates = {
  checkable: "チェック可",
  checked: "チェック済み",
  clickable: "クリック可",
  enabled: "有効",
  focusable: "フォーカス可",
  focused: "フォーカス中",
  long_clickable: "長押し可",
  password: "パスワード",
  scrollable: "スクロール可",
  selected: "選択中",
};
