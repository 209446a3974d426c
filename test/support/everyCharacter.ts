/** All UTF-16 units, those of surrogates in pairs: no character is left that stands in none of it. */
export function everyCharacter(): string {
  let text = '';
  for (let code = 0; code < 0xd800; code += 1) text += String.fromCharCode(code);
  for (let code = 0; code < 0x400; code += 1) text += String.fromCharCode(0xd800 + code, 0xdc00 + code);
  for (let code = 0xe000; code <= 0xffff; code += 1) text += String.fromCharCode(code);
  return text;
}
