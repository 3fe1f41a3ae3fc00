import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { fold } from '../fold.ts'
import { isStopWord } from './english.ts'
import type { Language } from './languages.ts'

const folded = (words: readonly string[]) => new Set(words.map(fold))

const lists: Partial<Record<Language, ReadonlySet<string>>> = {
  de: folded(german),
  fr: folded(french),
  es: folded(spanish),
  pt: folded(portuguese),
  ru: folded(russian),
}

/** True for a folded word that carries no meaning for a search in pages of this language. */
export function isStopWordIn(language: Language, word: string): boolean {
  return language === 'en' ? isStopWord(word) : (lists[language]?.has(word) ?? false)
}
