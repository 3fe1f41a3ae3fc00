import { arabic } from './ar.ts'
import type { BlockVocabulary } from './block-vocabulary.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { hebrew } from './he.ts'
import { japanese } from './ja.ts'
import { chinese } from './zh.ts'

const languages: Record<string, BlockVocabulary> = {
  ...{ ar: arabic, de: german, en: english, es: spanish, fr: french, he: hebrew, ja: japanese, zh: chinese },
}

/** The words of a language; English where there are none of it. */
export const blockVocabularyOf = (locale: string): BlockVocabulary => languages[locale] ?? english
