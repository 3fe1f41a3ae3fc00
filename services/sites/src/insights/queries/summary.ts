import type { InsightsEventType, insightsOperations, SiteInsightsSummary, SummaryQuery } from '@quire/contracts'
import { badRequest, type Input } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { type AggregateNeeds, aggregate, inQueryTurn, type Sums } from './aggregate.ts'
import type { Dimension } from './dimension.ts'
import { dimensionOf, existingPage, ownDimensions } from './dimensions.ts'
import { type Period, periodOf } from './periods.ts'
import type { Count, KeyFilter, Plan } from './query-plan.ts'

type Summing = SitesContext<AggregateNeeds> & Input<typeof insightsOperations.getSiteInsightsSummary>

/** Sums up a site in a few queries, each of which the sums of days answer. */
export async function summarize(context: Summing): Promise<SiteInsightsSummary> {
  const { sql, params, query, deps } = context
  const period = periodOfSummary(query, deps.now())
  const ask = (asked: Partial<Plan>) => aggregate(sql, params.siteId, { ...everything, period, ...asked })
  const { limit } = query
  return inQueryTurn(context, async () => {
    // One query has the counts of all types: views with their visitors, and ratings too.
    const types = await ask({ groups: [{ dimension: known('eventType') }], counts: distinct, limit: 100 })
    const sumsOf = (type: InsightsEventType) => types.find(({ keys }) => keys[0] === type)
    const [views, rated] = [sumsOf('page_view'), sumsOf('page_post_feedback')]
    const [inVain] = await ask({ filters: [existing(ownDimensions.searchedInVain)] })
    const [declined] = await ask({ filters: [existing(ownDimensions.declined)] })
    const pages = await ask({
      ...{ groups: [{ dimension: existingPage }], filters: [ofType('page_view')] },
      ...{ counts: distinct, order: mostOf('eventsCount'), limit },
    })
    const disliked = await ask({
      ...{ groups: [{ dimension: existingPage }], filters: [ofType('page_post_feedback')], limit },
      order: { by: 'pageFeedbackRating', isDescending: false },
    })
    const topOf = (dimension: Dimension) => ask({ groups: [{ dimension }], order: mostOf('eventsCount'), limit })
    const eventsOf = (type: InsightsEventType) => sumsOf(type)?.eventsCount ?? 0
    return {
      object: 'site-insights-summary',
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      views: views?.eventsCount ?? 0,
      visitors: views?.visitorsCount ?? 0,
      sessions: views?.sessionsCount ?? 0,
      searches: { count: eventsOf('search_type_query'), withoutResult: inVain?.eventsCount ?? 0 },
      questions: { count: eventsOf('ask_question'), declined: declined?.eventsCount ?? 0 },
      feedback: rated?.pageFeedbackRating ?? { good: 0, ok: 0, bad: 0 },
      pages: pages.map((one) => ({ ...pageIn(one), views: one.eventsCount, visitors: one.visitorsCount })),
      searchesWithoutResult: (await topOf(ownDimensions.searchedInVain)).map(queryIn),
      declinedQuestions: (await topOf(ownDimensions.declined)).map(queryIn),
      dislikedPages: disliked
        .filter(({ pageFeedbackRating: { bad } }) => bad > 0)
        .map((one) => ({ ...pageIn(one), ...one.pageFeedbackRating })),
    }
  })
}

const distinct: ReadonlySet<Count> = new Set<Count>(['eventsCount', 'visitorsCount', 'sessionsCount'])
const everything: Omit<Plan, 'period'> = {
  ...{ groups: [], filters: [], having: [], counts: new Set<Count>(['eventsCount']), order: undefined, limit: 1 },
}

function known(column: 'eventType'): Dimension {
  const dimension = dimensionOf({ column })
  if (!dimension) throw new Error(`${column} is no dimension`)
  return dimension
}

const ofType = (type: InsightsEventType): KeyFilter => ({
  dimension: known('eventType'),
  operator: 'in',
  keys: [type],
})
const existing = (dimension: Dimension): KeyFilter => ({ dimension, operator: 'notIn', keys: [null] })
const mostOf = (by: Count) => ({ by, isDescending: true })

const queryIn = ({ keys: [query], eventsCount }: Sums) => ({ query: query ?? '', count: eventsCount })

function pageIn({ keys: [key] }: Sums) {
  const { space = null, page = null } = Object(existingPage.fromKey(key ?? null))
  return { space, page }
}

function periodOfSummary({ range, from, to }: SummaryQuery, now: Date): Period {
  if (range !== undefined || (from === undefined && to === undefined)) return periodOf(range ?? 'last30Days', now)
  if (from === undefined || to === undefined)
    throw badRequest(from === undefined ? 'query.from' : 'query.to', 'is required with the other end of the period')
  if (from >= to) throw badRequest('query.from', 'must be before query.to')
  return periodOf({ from, to }, now)
}
