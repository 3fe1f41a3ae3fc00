import type { Logger } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import {
  countTokens,
  type EmbeddingBudget,
  hasTokens,
  type TokenHolder,
  tokenHolders,
  tokensOf,
} from '../model/embedding-budget.ts'
import type { Embeddings } from '../model/embeddings.ts'
import { EndpointFailure } from '../model/endpoint.ts'
import { cosine, packVector, unpackVector } from '../vectors/packed-vectors.ts'

/** The model that embeds issues, as it does sections. */
export interface IssueEmbeddings extends Embeddings {
  model: string
  budget: EmbeddingBudget
  /** Called with the tokens of each request that was answered. */
  countTokens(tokens: number): void
}

/** An issue with the vector that it was given before, of whatever model. */
export interface IssueToEmbed {
  id: string
  question: string
  vector: Buffer | null
  vector_model: string | null
}

interface EmbeddingParts {
  sql: Sql
  embeddings: IssueEmbeddings
  organizationId: string
  signal: AbortSignal
  log: Logger
}

/**
 * Returns the vectors of issues. Those that have none of this model are embedded in one request and stored at once, so an
 * issue is paid for once, however often it is looked up. Without the endpoint, or tokens of the day, they have none, and
 * words decide.
 */
export async function issueVectors(
  { sql, embeddings, organizationId, signal, log }: EmbeddingParts,
  issues: readonly IssueToEmbed[],
): Promise<Map<string, Float32Array>> {
  const { model, budget } = embeddings
  const vectors = new Map<string, Float32Array>()
  const missing: IssueToEmbed[] = []
  for (const issue of issues) {
    if (issue.vector && issue.vector_model === model) vectors.set(issue.id, unpackVector(issue.vector))
    else missing.push(issue)
  }
  if (missing.length === 0 || embeddings.isPaused()) return vectors
  const questions = missing.map(({ question }) => question)
  const holders = await tokenHolders(sql, budget, organizationId)
  const tokens = tokensOf(questions)
  if (!(await hasTokens(sql, budget, holders, tokens))) return vectors
  try {
    const made = await embeddings.embed(questions, signal)
    await store(sql, { model, holders, tokens }, missing, made)
    embeddings.countTokens(tokens)
    for (const [at, vector] of made.entries()) vectors.set(missing[at]?.id ?? '', vector)
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error
    const { reason, status } = error
    log.warn({ reason, status }, 'the issues of conversations are not embedded: words alone decide')
  }
  return vectors
}

async function store(
  sql: Sql,
  { model, holders, tokens }: { model: string; holders: readonly TokenHolder[]; tokens: number },
  issues: readonly IssueToEmbed[],
  vectors: readonly Float32Array[],
) {
  await raw`
    with counted as (${countTokens(holders, tokens)})
    update conversation_issue issue set vector = given.vector, vector_model = ${model}
    from unnest(${issues.map(({ id }) => id)}::text[], ${vectors.map(packVector)}::bytea[]) as given (id, vector)
    where issue.id = given.id`.execute(sql)
}

/** Pages and sections that the level of a model is taken from. */
const sampled = { pages: 40, sections: 100 }

/**
 * Reads vectors of some sections of an organization: how close a question is to any of them is what closeness means
 * nothing at, for this model and these pages.
 */
export async function sampleSections(sql: Sql, organizationId: string, model: string): Promise<Buffer[]> {
  const { rows } = await raw<{ vector: Buffer }>`
    select vector from section_vector where key = any(array(
      select key from (
        select section_keys from page join search_space on search_space.space_id = page.space_id
        where organization_id = ${organizationId} and embedded_by = ${model} limit ${raw.lit(sampled.pages)}
      ) sampled cross join unnest(section_keys) as one (key) where key is not null limit ${raw.lit(sampled.sections)}
    ))`.execute(sql)
  return rows.map(({ vector }) => vector)
}

/** The meaning of an issue, by which it is compared with gaps. */
export interface IssueMeaning {
  model: string
  vector: Float32Array
  /** The mean cosine to sections of any subject. */
  level: number
}

/** Undefined if the organization has no sections to take the level of the model from. */
export function issueMeaning(model: string, vector: Float32Array, sample: readonly Buffer[]): IssueMeaning | undefined {
  const cosines = sample.map((bytes) => cosine(vector, bytes)).filter((one) => one !== undefined)
  if (cosines.length === 0) return undefined
  return { model, vector, level: cosines.reduce((sum, one) => sum + one, 0) / cosines.length }
}

/**
 * Returns how alike two questions are, from 0, as any question and section, to 1, the same. Undefined for vectors of
 * different sizes.
 */
export function likeness({ vector, level }: IssueMeaning, other: Buffer): number | undefined {
  const near = cosine(vector, other)
  return near === undefined || level >= 1 ? undefined : (near - level) / (1 - level)
}
