import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import type { Words } from './words.ts'
import { zh } from './zh.ts'

export type { Words } from './words.ts'

const languages: Record<string, Words> = { en, de, fr, es, ja, zh }

/** The words of a language; English where there are none of it. */
export const wordsOf = (locale: string): Words => languages[locale] ?? en

/** To make one takes longer than to render a short page; there are as many as languages. */
const dates = new Map<Words, Intl.DateTimeFormat>()

/** A day as people of the language write it, in UTC. */
export function dateIn(words: Words, iso: string): string {
  const format = dates.get(words) ?? new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeZone: 'UTC' })
  dates.set(words, format)
  return format.format(new Date(iso))
}
