import { hash } from 'node:crypto'
import type { Evaluation } from '@quire/document'
import { valuesOf } from '@quire/parsing'
import { LRUCache } from 'lru-cache'
import type { TextParser } from '../parsing.ts'
import { nothingRead, type ReadText } from './text-sections.ts'

/** What texts are found by, by their hashes and by whom they are evaluated for. */
type ShownCache = LRUCache<string, ReadText>

/** A text that is another one for some readers. */
interface ConditionalText {
  /** Its hash. */
  document: string
  markdown: string
  evaluation: Evaluation
}

const cacheBytes = 16 * 1024 ** 2

/** A search comes with each key that is pressed: only the first one parses what its reader is shown. */
export const createShownCache = (): ShownCache =>
  new LRUCache({
    maxSize: cacheBytes,
    sizeCalculation: ({ sections, rest }) =>
      sections.reduce((sum, { title, text }) => sum + 2 * (title.length + text.length), 200 + 2 * rest.length),
  })

/** What the texts are found by as their reader is shown them, in their order; nothing where one takes too long. */
export async function shownTexts(
  parser: TextParser,
  cache: ShownCache,
  texts: readonly ConditionalText[],
): Promise<ReadText[]> {
  const keyed = texts.map((text) => ({ ...text, key: keyOf(text) }))
  const known = new Map(keyed.map(({ key }) => [key, cache.get(key)]))
  const missing = keyed.filter(({ key }) => !known.get(key))
  const outcomes = await parser.runEach(
    'readShown',
    missing.map(({ markdown, evaluation }) => [markdown, evaluation]),
  )
  const read = await valuesOf(missing, outcomes, () => nothingRead)
  for (const [index, { key }] of missing.entries()) {
    const text = read[index] ?? nothingRead
    known.set(key, text)
    cache.set(key, text)
  }
  return keyed.map(({ key }) => known.get(key) ?? nothingRead)
}

const keyOf = ({ document, evaluation }: ConditionalText) =>
  `${document} ${hash('sha256', JSON.stringify(evaluation), 'base64url')}`
