/** The languages with rules: inflected forms are found, and stop words are left out. */
const ruled = ['en', 'de', 'fr', 'es', 'pt', 'ru'] as const

/** All languages, in the order in which the bytes of a segment number them. */
export const languages = [...ruled, 'other'] as const

/** The rules by which a page's words are read: those of a language, or none. */
export type Language = (typeof languages)[number]

/** Languages read by English rules: their words in Latin letters are English, and the rules affect no other words. */
const readAsEnglish = new Set(['', 'zh', 'ja', 'ko', 'th', 'lo', 'km', 'my'])

/** Returns the rules for a page's language tag (BCP 47, any case). A page without a tag is read as English. */
export function languageOf(tag = ''): Language {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  if (readAsEnglish.has(primary)) return 'en'
  return ruled.find((language) => language === primary) ?? 'other'
}
