import { type Member, readableSpaceIds } from '@quire/access'
import { rankSections, search } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type TitledSection, titled } from '../indexing/titled.ts'

/** A section that may answer, with where it stands. */
export interface Passage extends TitledSection {
  spaceId: string
  /** A revision of the space that has this text. */
  revision: string
  pageId: string
  pageTitle: string
  /** 0 to 1: how much of the question the section covers. */
  confidence: number
}

const pagesRead = 8

/**
 * The passages that answer a question best. Permission comes first: only pages of spaces that the member may read, and
 * that no site keeps from agents, are candidates at all (docs/adr/0008).
 */
export async function retrieve(sql: Sql, member: Member, question: string): Promise<Passage[]> {
  const found = await search(sql, source(member), question, { order: 'best-first', candidates: 50 })
  const ids = found.slice(0, pagesRead).map((one) => one.candidate.id)
  if (ids.length === 0) return []
  const pages = await sql
    .selectFrom('page')
    .innerJoin('indexed_space', 'indexed_space.space_id', 'page.space_id')
    .select(['page.space_id', 'page.id', 'page.title', 'page.sections', 'page.revision', 'indexed', 'target'])
    .where(raw<boolean>`page.space_id || '/' || page.id = any(${ids}::text[])`)
    .execute()
  const candidates = pages.flatMap((page) =>
    titled(page.title, page.sections).map((section) => ({
      ...section,
      spaceId: page.space_id,
      // While a space is being read, some of its pages are of a newer revision than others.
      revision: page.revision === page.target ? page.revision : (page.indexed ?? page.revision),
      pageId: page.id,
      pageTitle: page.title,
    })),
  )
  const ranked = rankSections(question, candidates)
  return ranked.map(({ candidate, confidence }) => ({ ...candidate, confidence }))
}

function source(member: Member) {
  return {
    from: raw`page`,
    id: raw<string>`page.space_id || '/' || page.id`,
    vector: raw<string>`page.vector`,
    title: raw<string>`page.title`,
    where: answerable(member),
  }
}

/** Which of `page` an answer to a member may quote: those that they may read and that no site keeps from agents. */
export const answerable = (member: Member) =>
  raw<boolean>`page.space_id in ${readableSpaceIds({ member })} and not exists (
    select from site_space join site on site.id = site_space.site_id
    where site_space.space_id = page.space_id and site.agents_context = 'excluded')`
