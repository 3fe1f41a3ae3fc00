import type { JSONDocument } from '@quire/document'
import type { EditingContext } from '../context.ts'

/** Descriptions as documents, by their markdown. */
export type Descriptions = ReadonlyMap<string, JSONDocument>

/**
 * Parses descriptions that are not in `known`. Leaves out a description that cannot be parsed. Writes call this before
 * they take locks.
 */
export async function readDescriptions(
  { parser }: Pick<EditingContext, 'parser'>,
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
