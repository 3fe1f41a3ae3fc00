import { readFileSync } from 'node:fs'
import type { Language } from './languages.ts'
import { stemIn } from './stems.ts'

/** A word that may mean the same, by its stem. */
interface Synonym {
  stem: string
  /** Of the word's senses the one that it is of: 0 for the commonest. */
  sense: number
}

let synonyms: ReadonlyMap<string, readonly Synonym[]> | undefined

/** Words that mean the same as a folded word in one of its two commonest senses; none in languages without a list. */
export function synonymsIn(language: Language, word: string): readonly Synonym[] {
  if (language !== 'en') return []
  synonyms ??= englishSynonyms()
  return synonyms.get(stemIn('en', word)) ?? []
}

/** From WordNet, words that are common in general only (`libs/search/synonyms` makes the list and has its licence). */
function englishSynonyms(): ReadonlyMap<string, readonly Synonym[]> {
  const found = new Map<string, Synonym[]>()
  const lines = readFileSync(new URL('synonyms.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  for (const line of lines) {
    const end = line.indexOf(' ')
    const stem = stemIn('en', line.slice(0, end))
    const known = found.get(stem) ?? []
    for (const [sense, words] of line
      .slice(end + 1)
      .split('/')
      .entries())
      for (const word of words.split(' ')) {
        const other = stemIn('en', word)
        if (word !== '' && other !== stem && !known.some((one) => one.stem === other))
          known.push({ stem: other, sense })
      }
    found.set(stem, known)
  }
  return found
}
