import type { insightsOperations } from '@quire/contracts'
import { type Input, listOf, notOfThisList } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { type AggregateNeeds, aggregate, inQueryTurn, type Sums } from './aggregate.ts'
import { ownDimensions } from './dimensions.ts'
import { periodOf } from './periods.ts'
import type { Plan } from './query-plan.ts'

type Listing = SitesContext<AggregateNeeds> & Input<typeof insightsOperations.listSiteVisitorSegments>

/** Lists the visitors of the last 30 days by their claims, the most active ones first. */
export async function listVisitorSegments(context: Listing) {
  const { sql, params, page, cursors, deps } = context
  const plan: Plan = {
    period: periodOf('last30Days', deps.now()),
    groups: [{ dimension: ownDimensions.claims }],
    filters: [],
    having: [],
    counts: new Set(['eventsCount', 'visitorsCount', 'sessionsCount']),
    order: { by: 'eventsCount', isDescending: true },
    limit: page.limit + 1,
    ...afterOf(page.cursor?.after),
  }
  const rows = await inQueryTurn(context, () => aggregate(sql, params.siteId, plan))
  return listOf({
    page,
    cursors,
    rows,
    present: presentSegment,
    after: ({ eventsCount, keys: [key] }) => [String(eventsCount), key ?? ''],
  })
}

function afterOf(after: readonly unknown[] | undefined): Pick<Plan, 'after'> {
  if (!after) return {}
  const [events, key] = after
  if (typeof events !== 'string' || typeof key !== 'string' || after.length !== 2) throw notOfThisList()
  return { after: { events: Number(events), key } }
}

function presentSegment({ keys: [key], eventsCount, visitorsCount, sessionsCount }: Sums) {
  const claims: Record<string, unknown> = JSON.parse(key ?? '{}')
  return { title: titleOf(claims), claims, events: eventsCount, visitors: visitorsCount, sessions: sessionsCount }
}

/** Names a segment by its claims, as in `plan: pro, beta: true`. */
const titleOf = (claims: Record<string, unknown>) =>
  Object.entries(claims)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ') || 'Visitors without claims'
