import { createHash } from 'node:crypto'
import { batched } from '@quire/kit'
import type { Sql } from '../database.ts'
import { withTitles } from '../indexing/indexed-page.ts'
import { type EmbeddingBudget, hasTokens, tokenHolders, tokensOf } from '../model/embedding-budget.ts'
import { type Embeddings, requestLimits } from '../model/embeddings.ts'
import { EndpointFailure } from '../model/endpoint.ts'
import type { IndexedSection } from '../tables/indexing.tables.ts'
import { packVector } from '../vectors/packed-vectors.ts'
import type { EmbeddingMetrics } from './metrics.ts'
import { type EmbeddingSpace, endTurn, postpone } from './queue.ts'
import {
  assignVectors,
  findTextsWithoutVector,
  readPagesWithoutVectors,
  type SectionText,
  storeVectors,
} from './stored-vectors.ts'

/** The model that embeds texts, and the length to which it reads them. */
interface EmbeddingTerms {
  model: string
  /** Cuts a text to the length that the model reads. */
  cut(text: string): string
}

export interface EmbeddingTask {
  sql: () => Sql
  embeddings: Embeddings
  terms: EmbeddingTerms
  budget: EmbeddingBudget
  metrics: EmbeddingMetrics
}

/** About the number of texts that are embedded before another space has its turn. */
const maxTexts = requestLimits.items

/**
 * Embeds some pages of a space. The vectors of each request are stored at once, so a kill costs one request. Texts that
 * have a vector are not sent. Where the organization, or whoever made it, has had its tokens of the day, the space waits.
 */
export async function embedPages(parts: EmbeddingTask, space: EmbeddingSpace, signal: AbortSignal): Promise<void> {
  const { terms, budget, metrics } = parts
  const sql = parts.sql()
  const bare = await readPagesWithoutVectors(sql, space.space_id, terms.model)
  const pages = firstPages(
    maxTexts,
    bare.map((page) => ({ ...page, texts: sectionTexts(page, terms) })),
  )
  const [first] = pages
  if (first) {
    const texts = pages.flatMap((page) => page.texts.filter((text) => text !== null))
    const holders = await tokenHolders(sql, budget, first.organization)
    const batches = batched(await findTextsWithoutVector(sql, texts), requestLimits, ({ text }) =>
      Buffer.byteLength(text),
    )
    for await (const batch of batches) {
      const tokens = tokensOf(batch.map(({ text }) => text))
      if (!(await hasTokens(sql, budget, holders, tokens))) return postpone(sql, space)
      const vectors = await vectorsOf(parts, batch, signal)
      await storeVectors(sql, vectors, { organization: first.organization, model: terms.model, holders, tokens })
      metrics.tokens.inc(tokens)
    }
    const keyed = pages.map(({ id, revision, texts }) => ({ id, revision, keys: texts.map((one) => one?.key ?? null) }))
    await assignVectors(sql, space, terms.model, keyed)
  }
  await endTurn(sql, space, terms.model)
}

/** Returns the first pages, up to the one that reaches `maxTexts` texts. */
function firstPages<Page extends { texts: readonly unknown[] }>(limit: number, pages: readonly Page[]): Page[] {
  let texts = 0
  return pages.filter((page) => {
    const isIn = texts < limit
    texts += page.texts.length
    return isIn
  })
}

const nothing = Buffer.alloc(0)

/**
 * Returns the vectors of texts. If the endpoint refuses a batch, the batch is halved until the refused texts are found:
 * these get an empty vector, so that they do not hold up the others.
 */
async function vectorsOf(
  parts: EmbeddingTask,
  texts: readonly SectionText[],
  signal: AbortSignal,
  takesOthers = false,
): Promise<{ key: Buffer; vector: Buffer }[]> {
  const { embeddings, metrics } = parts
  try {
    const given = texts.map(({ text }) => text)
    const vectors = await embeddings.embed(given, signal)
    metrics.sections.inc({ outcome: 'embedded' }, texts.length)
    return texts.flatMap(({ key }, at) => (vectors[at] ? [{ key, vector: packVector(vectors[at]) }] : []))
  } catch (error) {
    if (!(error instanceof EndpointFailure) || !error.isOfInput) throw error
  }
  // An endpoint that refuses everything, for example because it lacks the model, is itself at fault.
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

interface PageText {
  organization: string
  title: string
  sections: readonly IndexedSection[]
}

/**
 * Returns the texts to embed for a page's sections, in their order: each with the titles above it; null for an empty
 * section. Equal texts have one key within an organization and different keys in different organizations, so a vector
 * never reveals that another organization has the text.
 */
function sectionTexts({ organization, title, sections }: PageText, { model, cut }: EmbeddingTerms) {
  return withTitles(title, sections).map(({ titles, markdown }): SectionText | null => {
    // White space around a section belongs to its neighbours.
    const own = markdown.trim()
    if (own === '') return null
    const text = cut(`${titles.join(' › ')}\n\n${own}`)
    const key = createHash('sha256')
      .update(JSON.stringify([organization, model, text]))
      .digest()
    return { key, text }
  })
}
