/** The scripts that run from right to left, by the language that stands for them. */
const rightToLeft = { he: /\p{Script=Hebrew}/u, ar: /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u }
const letter = /\p{L}/u

/** The language of a text whose first letter runs from right to left; undefined for all others. */
export function directionOf(text: string): 'ar' | 'he' | undefined {
  const first = letter.exec(text)?.[0] ?? ''
  if (rightToLeft.he.test(first)) return 'he'
  return rightToLeft.ar.test(first) ? 'ar' : undefined
}

// Characters that have no shape: what controls terminals, and what is no character at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are taken out
const shapeless = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/** A text without what cannot be printed. */
export const printable = (text: string): string => text.toWellFormed().replace(shapeless, '').replace(/\r\n?/g, '\n')

/** Words longer than this may end a line inside, in text and in code. */
const maxWord = { text: 30, code: 90 } as const
const piece = /.{1,10}/gsu
// Scripts without spaces end lines anywhere by themselves.
const spaceless = '\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}'
const longWords = {
  text: new RegExp(`[^${spaceless}]{${maxWord.text + 1},}`, 'gu'),
  code: new RegExp(`[^${spaceless}]{${maxWord.code + 1},}`, 'gu'),
}

/** Cuts a text where its long words may end a line: between the parts. */
export function cutLongWords(text: string, kind: keyof typeof maxWord): string[] {
  const parts: string[] = []
  let from = 0
  for (const { index, 0: word } of text.matchAll(longWords[kind])) {
    const pieces = word.match(piece) ?? []
    const last = pieces.pop() ?? ''
    const [first = '', ...others] = pieces
    parts.push(text.slice(from, index) + first, ...others)
    // Text after the word belongs to its last piece.
    from = index + word.length - last.length
  }
  return [...parts, text.slice(from)].filter((part) => part !== '')
}

export const hasLongWord = (text: string, kind: keyof typeof maxWord): boolean => text.search(longWords[kind]) >= 0
