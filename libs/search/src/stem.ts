import { stemmer } from 'stemmer'

const english = /^[a-z]{3,}$/

/** The English stem of a folded word; other words and identifiers stay as they are. */
export function stem(word: string): string {
  return english.test(word) ? stemmer(word) : word
}
