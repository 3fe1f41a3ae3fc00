import type { JSONDocument } from '@quire/document'
import type { ContentContext } from '../context.ts'

/** Descriptions as documents, by their text. */
export type Descriptions = ReadonlyMap<string, JSONDocument>

/**
 * Reads descriptions that are not known yet. A list is shown without a description that is no document. Writes call
 * this before they lock anything.
 */
export async function readDescriptions(
  { parser }: Pick<ContentContext, 'parser'>,
  texts: readonly (string | null)[],
  known: Descriptions = new Map(),
): Promise<Descriptions> {
  const wanted = [...new Set(texts)].filter((text) => text !== null && !known.has(text)) as string[]
  const read = await parser.runEach(
    'toDocument',
    wanted.map((text) => [text]),
  )
  const found = read.flatMap((outcome, at) => ('value' in outcome ? [[wanted[at] ?? '', outcome.value] as const] : []))
  return new Map([...known, ...found])
}
