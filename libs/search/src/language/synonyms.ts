import { readFileSync } from 'node:fs'
import type { Language } from './languages.ts'
import { stemIn } from './stems.ts'

/** The stem of a word that may mean the same. */
interface Synonym {
  stem: string
  /** The number of the sense that both words share: 0 for the commonest. */
  sense: number
}

let synonyms: ReadonlyMap<string, readonly Synonym[]> | undefined

/** Returns the synonyms of a folded word in its two commonest senses; none in languages without a list. */
export function synonymsIn(language: Language, word: string): readonly Synonym[] {
  if (language !== 'en') return []
  synonyms ??= englishSynonyms()
  return synonyms.get(stemIn('en', word)) ?? []
}

/** Reads the synonyms of general words from WordNet (`libs/search/synonyms` builds the list and has its licence). */
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
