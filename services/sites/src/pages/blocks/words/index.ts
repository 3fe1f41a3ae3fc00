import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { japanese } from './ja.ts'
import type { BlockWords } from './words.ts'
import { chinese } from './zh.ts'

const languages: Record<string, BlockWords> = {
  ...{ de: german, en: english, es: spanish, fr: french, ja: japanese, zh: chinese },
}

/** The words of a language; English where there are none of it. */
export const blockWordsOf = (locale: string): BlockWords => languages[locale] ?? english
