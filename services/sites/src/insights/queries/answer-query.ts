import type { InsightsColumn, insightsOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { type AggregateNeeds, aggregate, inQueryTurn, type Sums } from './aggregate.ts'
import { type Group, type PlannedQuery, planOf } from './query-plan.ts'

type Aggregating = SitesContext<AggregateNeeds> & Input<typeof insightsOperations.aggregateSiteEvents>

/** Answers a query by columns, each with as many values as there are groups. */
export async function answerQuery(context: Aggregating) {
  const { sql, params, body, deps } = context
  const { plan, selection } = planOf(body, deps.now())
  const sums = await inQueryTurn(context, () => aggregate(sql, params.siteId, plan))
  return { columns: selection.map((selected) => columnOf(selected, plan.groups, sums)) }
}

function columnOf(
  { column: { column, claim }, from }: PlannedQuery['selection'][number],
  groups: readonly Group[],
  sums: readonly Sums[],
): Pick<InsightsColumn, 'column' | 'claim'> & { values: unknown[] } {
  const common = { column, ...(claim !== undefined && { claim }) }
  if (typeof from === 'string') return { ...common, values: sums.map((one) => one[from]) }
  const group = groups[from]
  const read = group && 'dimension' in group ? group.dimension.fromKey : timeOf
  return { ...common, values: sums.map(({ keys }) => read(keys[from] ?? null)) }
}

/** PostgreSQL writes a time without its zone, which is UTC. */
const timeOf = (key: string | null) => `${String(key).replace(' ', 'T')}.000Z`
