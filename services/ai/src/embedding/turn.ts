import { batched } from '@quire/kit'
import type { Sql } from '../database.ts'
import { type Embeddings, ofOneRequest } from '../model/embeddings.ts'
import { EndpointFailure } from '../model/failure.ts'
import { packed } from '../vectors/packed.ts'
import { keepVectors, markPages, readBarePages, withoutVector } from './kept-vectors.ts'
import type { EmbeddingMetrics } from './metrics.ts'
import { type EmbeddingSpace, endTurn } from './queue.ts'
import { type EmbeddingTerms, type SectionText, textsOf } from './texts.ts'

export interface TurnParts {
  sql: () => Sql
  embeddings: Embeddings
  terms: EmbeddingTerms
  metrics: EmbeddingMetrics
}

/** About so many texts have one turn; then it is another space's. */
const textsOfTurn = ofOneRequest.items

/**
 * Gives some pages of a space their vectors. Those of each request are kept at once, so a kill costs one request; what
 * has a vector already is not sent.
 */
export async function takeTurn(parts: TurnParts, space: EmbeddingSpace, signal: AbortSignal): Promise<void> {
  const { terms } = parts
  const sql = parts.sql()
  const bare = await readBarePages(sql, space.space_id, terms.model)
  const pages = upTo(
    textsOfTurn,
    bare.map((page) => ({ ...page, texts: textsOf(page, terms) })),
  )
  const [first] = pages
  if (first) {
    const texts = pages.flatMap((page) => page.texts.filter((text) => text !== null))
    const batches = batched(await withoutVector(sql, texts), ofOneRequest, ({ text }) => Buffer.byteLength(text))
    for await (const batch of batches) {
      const vectors = await vectorsOf(parts, batch, signal)
      await keepVectors(sql, vectors, { organization: first.organization, model: terms.model })
    }
    const keyed = pages.map(({ id, revision, texts }) => ({ id, revision, keys: texts.map((one) => one?.key ?? null) }))
    await markPages(sql, space, terms.model, keyed)
  }
  await endTurn(sql, space, terms.model)
}

/** The first pages, until they have so many texts. */
function upTo<Page extends { texts: readonly unknown[] }>(most: number, pages: readonly Page[]): Page[] {
  let texts = 0
  return pages.filter((page) => {
    const isIn = texts < most
    texts += page.texts.length
    return isIn
  })
}

const nothing = Buffer.alloc(0)

/**
 * The vectors of texts. Where the endpoint refuses them they are halved until those are found that it refuses: these keep
 * an empty vector, so that they hold up no others.
 */
async function vectorsOf(
  parts: TurnParts,
  texts: readonly SectionText[],
  signal: AbortSignal,
  takesOthers = false,
): Promise<{ key: Buffer; vector: Buffer }[]> {
  const { embeddings, metrics } = parts
  try {
    const given = texts.map(({ text }) => text)
    const vectors = await embeddings.embed(given, signal)
    metrics.sections.inc({ outcome: 'embedded' }, texts.length)
    return texts.flatMap(({ key }, at) => (vectors[at] ? [{ key, vector: packed(vectors[at]) }] : []))
  } catch (error) {
    if (!(error instanceof EndpointFailure) || !error.isOfInput) throw error
  }
  // An endpoint that refuses everything, as for a model that it does not have, is at fault itself.
  if (!takesOthers) await embeddings.embed(['word'], signal)
  const [one] = texts
  if (one && texts.length === 1) {
    metrics.sections.inc({ outcome: 'refused' })
    return [{ key: one.key, vector: nothing }]
  }
  const half = Math.ceil(texts.length / 2)
  const first = await vectorsOf(parts, texts.slice(0, half), signal, true)
  return [...first, ...(await vectorsOf(parts, texts.slice(half), signal, true))]
}
