/** The languages whose words have rules here: inflected forms are found, and words that say nothing are left out. */
const ruled = ['en', 'de', 'fr', 'es', 'pt', 'ru'] as const

/** All of them, in the order in which a segment's bytes number them. */
export const languages = [...ruled, 'other'] as const

/** How a page's words are read: by the rules of a language, or by none. */
export type Language = (typeof languages)[number]

/** Words in Latin letters on pages in these scripts are English, and the rules touch no other words. */
const readAsEnglish = new Set(['', 'zh', 'ja', 'ko', 'th', 'lo', 'km', 'my'])

/** The rules for a page's language tag (BCP 47, any case). A page that names none is read as English. */
export function languageOf(tag = ''): Language {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  if (readAsEnglish.has(primary)) return 'en'
  return ruled.find((language) => language === primary) ?? 'other'
}
