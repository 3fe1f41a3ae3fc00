import type { brokenContexts, LinkStatus } from '@quire/contracts'
import { unavailable } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { LinkKeys } from './find-links.ts'

/** The numbers that a list of links is told with. */
export interface LinkStats {
  total: number
  broken: number
  inApp: number
  /** Of a change request: the targets that are broken by it. */
  brokenByChange?: number
}

/** Where a page of links begins; the numbers are those of the first page. */
interface LinkCursor extends LinkStats {
  after: LinkKeys
}

export interface LinkQuery {
  status?: LinkStatus | undefined
  brokenContext?: (typeof brokenContexts)[number] | undefined
}

type ListContext = Pick<ContentContext, 'page' | 'cursors'> & { query: LinkQuery }

/** Where the page that is asked for begins; undefined on the first one. */
export function cursorOf({ page }: Pick<ListContext, 'page'>): LinkCursor | undefined {
  if (!page.cursor) return undefined
  const [target, relation, location, total, broken, inApp, brokenByChange] = page.cursor.after
  return {
    after: { target: String(target), relation: String(relation), location: String(location) },
    total: Number(total),
    broken: Number(broken),
    inApp: Number(inApp),
    ...(typeof brokenByChange === 'number' && { brokenByChange }),
  }
}

/** The answer of a list of links. */
export function linkList<Item>(
  { query, cursors }: ListContext,
  items: Item[],
  stats: LinkStats,
  next: LinkKeys | undefined,
) {
  const { total, broken, inApp, brokenByChange } = stats
  const after = next && [next.target, next.relation, next.location, total, broken, inApp, brokenByChange ?? null]
  return {
    items,
    ...(after && { next: { page: cursors.encode({ after }) } }),
    count: countOf(query, stats),
    stats: { total, broken: { total: broken, ...(brokenByChange !== undefined && { changeRequest: brokenByChange }) } },
  }
}

function countOf({ status, brokenContext }: LinkQuery, { total, broken, inApp, brokenByChange = 0 }: LinkStats) {
  if (brokenContext !== undefined && (status ?? 'broken') !== 'broken') return 0
  if (brokenContext === 'change-request') return brokenByChange
  if (brokenContext === 'space') return broken - brokenByChange
  if (status === undefined) return total
  return { ok: total - broken - inApp, broken, 'in-app': inApp }[status]
}

/** How often a list begins again, because what it reads became another while it read. */
const attempts = 5

/**
 * Reads what is collected of a space, all of one revision: where it moved on meanwhile, it is read again. `work` gets the
 * state that holds.
 */
export async function steadily<Result>(
  { sql, deps }: Pick<ContentContext, 'sql' | 'deps'>,
  spaceId: string,
  work: (state: { revision: string; total: number; broken: number; inApp: number }) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const state = (await deps.links.caughtUp(sql, [spaceId])).get(spaceId)
    if (!state) break
    const result = await work({ ...state, revision: state.live })
    const now = await sql.selectFrom('link_space').select('revision').where('space_id', '=', spaceId).executeTakeFirst()
    if (now?.revision === state.live) return result
  }
  throw unavailable('The content changes all the time: try again.')
}
