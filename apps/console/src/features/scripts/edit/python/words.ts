/** Words that Python itself has: what is offered takes the place of the words that the editor finds by itself. */
export const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  );

export const BUILTINS =
  "AssertionError Exception KeyError RuntimeError TimeoutError TypeError ValueError abs all any bool bytes dict enumerate filter float getattr hasattr int isinstance iter len list map max min next open print range repr reversed round set sorted str sum super tuple type zip".split(
    " ",
  );
