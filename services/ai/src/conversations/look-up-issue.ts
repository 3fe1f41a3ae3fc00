import type { SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import { sectionsToQuote } from '../ask/candidate-sections.ts'
import { contentWords } from '../ask/questions/question-wording.ts'
import { type CandidateSection, retrieve } from '../ask/retrieval.ts'
import type { Sql } from '../database.ts'
import type { Reader } from '../readers/reader.ts'
import type { IssueMeaning } from './issue-vectors.ts'

/** The section that answers an issue, or the closest one and the words of what is missing. */
export interface FoundCluster {
  spaceId: string
  /** Null for a gap. */
  section: { pageId: string; id: string } | null
  /** Empty unless it is a gap. */
  words: string[]
  label: string
  summary: string
  /** Absent without a model for embeddings. */
  meaning?: IssueMeaning | undefined
}

interface LookupParts {
  sql: Sql
  index: SearchIndex
  signal: AbortSignal
}

/** All spaces of an organization, those too that are not indexed yet; who may see what was found is decided when it is listed. */
export const wholeOrganization = (organizationId: string): Reader => ({
  organizationId,
  spaces: (among) => raw`(select space_id as id from search_space
    where organization_id = ${organizationId} and wanted is not null
      ${among ? raw`and space_id = any(${[...among]}::text[])` : raw``})`,
})

/**
 * Looks an issue up as a question is looked up: by its words, and by its meaning if it has a vector. Undefined if the
 * organization has no space: then nothing can be said about its issues.
 */
export async function lookUpIssue(
  parts: LookupParts,
  organizationId: string,
  issue: { title: string; question: string; meaning?: IssueMeaning | undefined },
): Promise<FoundCluster | undefined> {
  const { meaning } = issue
  const asked = meaning && { model: meaning.model, vector: Promise.resolve(meaning.vector) }
  const { sections } = await retrieve({ ...parts, meaning: asked }, wholeOrganization(organizationId), issue.question)
  const [answering] = sectionsToQuote(sections)
  if (answering) return answered(answering)
  const [closest] = sections
  const spaceId = closest?.spaceId ?? (await firstSpace(parts.sql, organizationId))
  if (spaceId === undefined) return undefined
  return {
    spaceId,
    section: null,
    words: contentWords(issue.question, closest?.language).map((word) => `${organizationId} ${word}`),
    label: issue.title,
    summary: `The documentation does not answer this.${closest ? ` ${titleOf(closest)} comes closest.` : ''}`,
    meaning,
  }
}

function answered(section: CandidateSection): FoundCluster {
  return {
    spaceId: section.spaceId,
    section: { pageId: section.pageId, id: section.id },
    words: [],
    label: section.titles.join(' › ') || section.pageTitle,
    summary: `The documentation answers this in ${titleOf(section)}.`,
  }
}

const titleOf = ({ titles, pageTitle }: CandidateSection) => `“${titles.at(-1) ?? pageTitle}”`

/** The space of a gap that no page comes close to: the one that most issues are about, or the oldest. */
async function firstSpace(sql: Sql, organizationId: string): Promise<string | undefined> {
  const { rows } = await raw<{ id: string }>`
    select space.space_id as id from search_space space
    left join issue_cluster cluster on cluster.space_id = space.space_id and cluster.organization_id = ${organizationId}
      and cluster.page_id is not null
    where space.organization_id = ${organizationId} and space.wanted is not null
    group by space.space_id order by coalesce(sum(cluster.issues), 0) desc, space.space_id limit 1`.execute(sql)
  return rows[0]?.id
}
