const asciiOnly = /^[\0-\x7f]*$/
const accents = /[\u0300-\u036f]/g
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const undecomposable = /[ßæœøđłħıþðς]/g
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ð: 'd',
  ς: 'σ',
}

/** True if a text needs neither normalisation nor folding of accents. */
export function isAscii(text: string): boolean {
  return asciiOnly.test(text)
}

/** Unifies compatibility forms (full width, ligatures) and drops invisible characters; does not change the case. */
export function normalise(text: string): string {
  return text.replace(invisible, '').normalize('NFKC')
}

/**
 * Returns the form in which two spellings of one word are equal: lower case, without Latin, Greek or Cyrillic accents.
 * Marks of other scripts stay, since they distinguish words.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const bare = text.toLowerCase().normalize('NFD').replace(accents, '').normalize('NFC')
  return bare.replace(undecomposable, (letter) => replacements[letter] ?? letter)
}
