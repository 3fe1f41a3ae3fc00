import { membership } from '@quire/access'
import { type Asker, publishedPageOperations, type VisitorClaims } from '@quire/contracts'
import { type Call, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { AiContext } from '../context.ts'
import { type FoundPage, memberReader, type Reader } from './readers.ts'

const { findShownPages } = publishedPageOperations
const mostPages = 100

type Context = Pick<AiContext, 'sql' | 'deps' | 'call'>

interface SpacesToRead {
  organizationId: string
  /** Those that sites let the asker into. */
  spaces: readonly string[]
  asker: Asker
}

/**
 * Who reads some spaces of an organization now. A member reads those that they have a right to here too; 404 once they are
 * none. The index holds texts as they were written, so content says of each page whether a visitor is shown it, and what of
 * its text (docs/adr/0068).
 */
export async function spacesReader(context: Context, { organizationId, spaces, asker }: SpacesToRead): Promise<Reader> {
  const these = (among: readonly string[] = spaces) => spaces.filter((id) => among.includes(id))
  if ('claims' in asker) {
    return {
      organizationId,
      spaces: (among) => raw`(select id from unnest(${these(among)}::text[]) as named (id))`,
      shown: (pages, texts) => pagesShownTo(asker.claims, pages, { texts, call: context.call }),
    }
  }
  const { revocations } = context.deps
  const isBarred = (memberId: string) => revocations.has('identity.member', memberId)
  const member = await membership(context.sql, { userId: asker.userId, organizationId }, isBarred)
  if (!member || member.disabled) throw notFound('The organization')
  return { organizationId, spaces: (among) => memberReader(member).spaces(these(among)) }
}

async function pagesShownTo<Page extends FoundPage>(
  claims: VisitorClaims,
  pages: readonly Page[],
  { texts, call }: { texts: number | undefined; call: Call },
) {
  // Several of what is asked about may be of one page, such as questions that were made of it.
  const asked = new Map([...new Map(pages.map((page) => [keyOf(page), page]))].slice(0, mostPages))
  if (asked.size === 0) return { whole: [], partly: [] }
  const named = [...asked.values()].map(({ space, id, document }) => ({ space, id, revision: document }))
  const body = { claims, pages: named, ...(texts !== undefined && { texts }) }
  const answer = findShownPages.replies[200].parse(await call('findShownPages', { body }))
  const shown = new Set(answer.pages.map(keyOf))
  return {
    whole: pages.filter((page) => shown.has(keyOf(page))),
    partly: (answer.partly ?? []).flatMap(({ markdown, ...one }) => {
      const page = asked.get(keyOf(one))
      return page ? [{ page, markdown }] : []
    }),
  }
}

const keyOf = ({ space, id }: { space: string; id: string }): string => `${space} ${id}`
