/** All UTF-16 units, surrogates in pairs, so that no character is missing. */
export function everyCharacter(): string {
  let text = '';
  for (let code = 0; code < 0xd800; code += 1) text += String.fromCharCode(code);
  for (let code = 0; code < 0x400; code += 1) text += String.fromCharCode(0xd800 + code, 0xdc00 + code);
  for (let code = 0xe000; code <= 0xffff; code += 1) text += String.fromCharCode(code);
  return text;
}
