import { membership } from '@quire/access'
import { type Asker, publishedPageOperations, type VisitorClaims } from '@quire/contracts'
import { type Call, notFound, type Revocations } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { AiContext } from '../context.ts'
import { type FoundPage, memberReader, type Reader } from './reader.ts'

const { findShownPages } = publishedPageOperations
const maxPages = 100

/** The dependencies of readers. */
export interface ReadersNeeds {
  revocations: Pick<Revocations, 'has'>
}

export type ReadersContext = Pick<AiContext<ReadersNeeds>, 'sql' | 'deps' | 'call'>

interface SpacesToRead {
  organizationId: string
  /** The spaces that the site admits the asker to. */
  spaces: readonly string[]
  asker: Asker
}

/**
 * Returns the current reader of some spaces of an organization. A member reads only spaces that they also have a right
 * to here; throws 404 if the asker is no longer a member. The index holds texts as they were written, so content
 * decides which pages are visible to a visitor, and which part of their text (docs/adr/0027).
 */
export async function readerOfSpaces(
  context: ReadersContext,
  { organizationId, spaces, asker }: SpacesToRead,
): Promise<Reader> {
  const readableAmong = (among: readonly string[] = spaces) => spaces.filter((id) => among.includes(id))
  if ('claims' in asker) {
    return {
      organizationId,
      spaces: (among) => raw`(select id from unnest(${readableAmong(among)}::text[]) as named (id))`,
      visiblePages: (pages, texts) => pagesVisibleTo(asker.claims, pages, { texts, call: context.call }),
    }
  }
  const { revocations } = context.deps
  const isBarred = (memberId: string) => revocations.has('identity.member', memberId)
  const member = await membership(context.sql, { userId: asker.userId, organizationId }, isBarred)
  if (!member || member.disabled) throw notFound('The organization')
  return { organizationId, spaces: (among) => memberReader(member).spaces(readableAmong(among)) }
}

async function pagesVisibleTo<Page extends FoundPage>(
  claims: VisitorClaims,
  pages: readonly Page[],
  { texts, call }: { texts: number | undefined; call: Call },
) {
  // Several items may belong to one page, such as the questions that were made from it.
  const asked = new Map([...new Map(pages.map((page) => [keyOf(page), page]))].slice(0, maxPages))
  if (asked.size === 0) return { whole: [], partly: [] }
  const named = [...asked.values()].map(({ space, id, document }) => ({ space, id, revision: document }))
  const body = { claims, pages: named, ...(texts !== undefined && { texts }) }
  const answer = findShownPages.replies[200].parse(await call('findShownPages', { body }))
  const visible = new Set(answer.pages.map(keyOf))
  return {
    whole: pages.filter((page) => visible.has(keyOf(page))),
    partly: (answer.partly ?? []).flatMap(({ markdown, ...one }) => {
      const page = asked.get(keyOf(one))
      return page ? [{ page, markdown }] : []
    }),
  }
}

const keyOf = ({ space, id }: { space: string; id: string }): string => `${space} ${id}`
