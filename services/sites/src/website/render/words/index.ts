import type { SiteLocation, VisibleSite } from '../../site/site-model.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ja } from './ja.ts'
import type { Vocabulary } from './vocabulary.ts'
import { zh } from './zh.ts'

export type { Vocabulary } from './vocabulary.ts'

const languages: Record<string, Vocabulary> = { ar, en, de, fr, es, he, ja, zh }

/**
 * Returns the language of the words around a content: that of the content if Quire has its words, else the locale of
 * the settings.
 */
export const localeOf = (
  { settings }: Pick<VisibleSite, 'settings'>,
  { variant: { language = '' } }: Pick<SiteLocation, 'variant'>,
): string => (Object.hasOwn(languages, language) ? language : settings.internationalization.locale)

/** Returns the vocabulary of a language; English if there is none. */
export const vocabularyOf = (locale: string): Vocabulary => languages[locale] ?? en

/** Date formats by language; creating one takes longer than rendering a short page. */
const dates = new Map<Vocabulary, Intl.DateTimeFormat>()

/** Formats a day in UTC, as is usual in the language. */
export function dateIn(vocabulary: Vocabulary, iso: string): string {
  const format =
    dates.get(vocabulary) ?? new Intl.DateTimeFormat(vocabulary.language, { dateStyle: 'long', timeZone: 'UTC' })
  dates.set(vocabulary, format)
  return format.format(new Date(iso))
}
