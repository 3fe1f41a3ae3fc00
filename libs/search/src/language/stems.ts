import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { LRUCache } from 'lru-cache'
import { fold } from '../fold.ts'
import { stem as english } from './english.ts'
import type { Language } from './languages.ts'

const latin = /^\p{Script=Latin}{3,}$/u
const cyrillic = /^\p{Script=Cyrillic}{3,}$/u

/** Endings that the stemmers recognise by accents, which folded words have lost. */
const accented: Partial<Record<Language, [RegExp, string][]>> = {
  es: [
    [/cion$/, 'ción'],
    [/logia$/, 'logía'],
  ],
  pt: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
    [/encia$/, 'ência'],
  ],
  fr: [
    [/(i[lv])ite(s?)$/, '$1ité$2'],
    [/ee(s?)$/, 'ée$1'],
  ],
  ru: [[/([ыое])и$/, '$1й']],
}

const stemmers: Partial<Record<Language, (word: string) => string>> = {
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  ru: russian,
}

/** A cache: texts have few different words, and stemming a word takes far longer than a lookup. */
const maxStemBytes = 10 * 1024 ** 2
const known = new LRUCache<string, string>({
  maxSize: maxStemBytes,
  sizeCalculation: (stemmed, word) => 150 + 2 * (word.length + stemmed.length),
})

/**
 * Returns the folded stem of a folded word by a language's rules; a word that they do not cover is returned unchanged.
 */
export function stemIn(language: Language, word: string): string {
  const stemmer = stemmers[language]
  if (!stemmer) return language === 'en' ? english(word) : word
  if (language === 'ru' && !cyrillic.test(word)) return english(word)
  if (language !== 'ru' && !latin.test(word)) return word
  const key = language + word
  const before = known.get(key)
  if (before !== undefined) return before
  const stemmed = fold(stemmer(withAccents(language, word))) || word
  known.set(key, stemmed)
  return stemmed
}

function withAccents(language: Language, word: string): string {
  const rule = accented[language]?.find(([ending]) => ending.test(word))
  return rule ? word.replace(...rule) : word
}
