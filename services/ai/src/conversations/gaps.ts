import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { packVector } from '../vectors/packed-vectors.ts'
import { type IssueMeaning, likeness } from './issue-vectors.ts'
import type { FoundCluster } from './look-up-issue.ts'

/** Gaps that one issue is compared with: by meaning the largest ones, by words any that share one. */
const maxCompared = 1000
/** The share of words that the issues of a gap have in common with its first one: of all words of both. */
const minShared = 0.5
/** How alike in meaning the issues of a gap are to its first one, in the scale of `likeness`. */
const minLikeness = 0.45

/** A gap that has a vector: that of its first issue. */
interface Gap {
  id: string
  vector: Buffer
  issues: number
}

/** An issue that no section answers. `before` is the cluster that it is in. */
interface GapIssue {
  found: FoundCluster
  before: string | null
}

/** The gaps of an organization, for the issues of one transaction, which holds the lock on the organization. */
export interface Gaps {
  /** Returns the gap that an issue joins, if there is one. */
  find(issue: GapIssue): Promise<string | undefined>
  /** Records that an issue is now in a cluster, which it may have begun. */
  moved(issue: GapIssue, to: string): void
}

export function openGaps(sql: Sql, organizationId: string): Gaps {
  let compared: Promise<Gap[]> | undefined
  const gapsOf = (model: string) => (compared ??= readGaps(sql, organizationId, model))

  async function find({ found, before }: GapIssue): Promise<string | undefined> {
    const near = found.meaning && nearest(await gapsOf(found.meaning.model), found.meaning, before)
    if (near !== undefined) await ensureSpace(sql, near, found)
    return near ?? similarByWords(sql, organizationId, found)
  }

  return {
    find,
    moved({ found, before }, to) {
      if (!found.meaning) return
      const { model, vector } = found.meaning
      compared = gapsOf(model).then((gaps) => {
        const known = gaps.find(({ id }) => id === to)
        if (before !== to) {
          for (const gap of gaps) if (gap.id === before) gap.issues -= 1
          if (known) known.issues += 1
        }
        // A gap that has just begun, or that has its vector from this issue.
        return known ? gaps : [...gaps, { id: to, vector: packVector(vector), issues: 1 }]
      })
    },
  }
}

async function readGaps(sql: Sql, organizationId: string, model: string): Promise<Gap[]> {
  const { rows } = await raw<Gap>`
    select id, vector, issues from issue_cluster
    where organization_id = ${organizationId} and page_id is null and vector_model = ${model}
    order by issues desc, id limit ${raw.lit(maxCompared)}`.execute(sql)
  return rows
}

/**
 * Returns the gap that is most like an issue, if one is enough so. The gap that the issue is alone in comes last: gaps that
 * were made apart find together.
 */
function nearest(gaps: readonly Gap[], meaning: IssueMeaning, before: string | null): string | undefined {
  let best: { id: string; isAlone: boolean; alike: number } | undefined
  for (const { id, vector, issues } of gaps) {
    const alike = likeness(meaning, vector)
    if (alike === undefined || alike < minLikeness) continue
    const isAlone = id === before && issues <= 1
    if (!best || (best.isAlone && !isAlone) || (best.isAlone === isAlone && alike > best.alike))
      best = { id, isAlone, alike }
  }
  return best?.id
}

const ensureSpace = (sql: Sql, id: string, found: FoundCluster) =>
  raw`update issue_cluster cluster set ${existingSpace(found)} where id = ${id}`.execute(sql)

/**
 * Sets the space of a gap: the one that it has or, if that is gone, the space found now, with the summary for its readers.
 * The former summary may quote a page of the former space.
 */
const existingSpace = ({ spaceId, summary }: FoundCluster) => raw`
  space_id = case when ${hasSpace} then cluster.space_id else ${spaceId} end,
  summary = case when ${hasSpace} then cluster.summary else ${summary} end`

const hasSpace = raw`exists (
  select from search_space space where space.space_id = cluster.space_id and space.wanted is not null)`

/** Finds the gap whose words are most like those of an issue. One without a vector gets that of the issue. */
async function similarByWords(sql: Sql, organizationId: string, found: FoundCluster): Promise<string | undefined> {
  const { words, meaning } = found
  const { rows } = await raw<{ id: string }>`
    with near as (
      select id, cardinality(words) as size, (select count(*) from unnest(words) word where word = any(${words})) as shared
      from issue_cluster where page_id is null and organization_id = ${organizationId} and words && ${words}::text[]
      limit ${raw.lit(maxCompared)}
    ), nearest as (
      select id from near where shared >= ${raw.lit(minShared)} * (size + ${words.length} - shared)
      order by shared::float / (size + ${words.length} - shared) desc, id limit 1
    )
    update issue_cluster cluster set ${existingSpace(found)}${
      meaning
        ? raw`,
      vector = case when vector_model = ${meaning.model} then vector else ${packVector(meaning.vector)} end,
      vector_model = ${meaning.model}`
        : raw``
    }
    from nearest where cluster.id = nearest.id returning cluster.id`.execute(sql)
  return rows[0]?.id
}
