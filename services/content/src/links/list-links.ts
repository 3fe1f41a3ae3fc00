import type { brokenContexts, LinkStatus } from '@quire/contracts'
import { unavailable } from '@quire/kit'
import type { LinksContext } from './context.ts'
import type { LinkKeys } from './find-links.ts'

/** The numbers in a list of links. */
export interface LinkStats {
  total: number
  broken: number
  inApp: number
  /** Number of targets broken by the change request, in its lists. */
  brokenByChange?: number
}

/** Decoded cursor of a list of links; the numbers are those of the first page. */
interface LinkCursor extends LinkStats {
  after: LinkKeys
}

export interface LinkQuery {
  status?: LinkStatus | undefined
  brokenContext?: (typeof brokenContexts)[number] | undefined
}

type ListContext = Pick<LinksContext, 'page' | 'cursors'> & { query: LinkQuery }

/** Decodes the cursor of the request; undefined on the first page. */
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

/** Builds the response of a list of links. */
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

/** Upper bound on the attempts of a list whose links change while it reads them. */
const maxAttempts = 5

/**
 * Runs `work` on the collected links of one revision of a space. Runs it again if the links moved to another revision
 * meanwhile. `work` gets the current state.
 */
export async function readConsistently<Result>(
  { sql, deps }: Pick<LinksContext, 'sql' | 'deps'>,
  spaceId: string,
  work: (state: { revision: string; total: number; broken: number; inApp: number }) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const state = (await deps.links.catchUp(sql, [spaceId])).get(spaceId)
    if (!state) break
    const result = await work({ ...state, revision: state.live })
    const now = await sql.selectFrom('link_space').select('revision').where('space_id', '=', spaceId).executeTakeFirst()
    if (now?.revision === state.live) return result
  }
  throw unavailable('The content changes all the time: try again.')
}
