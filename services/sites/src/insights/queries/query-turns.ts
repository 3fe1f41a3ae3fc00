import type { GroupSemaphore } from '@quire/kit'
import type { SitesContext } from '../../context.ts'

/** The dependency of queries over events; built once, in app.ts. */
export interface AggregateNeeds {
  queryTurns: GroupSemaphore
}

/** Does work that reads many events when the organization's turn comes; throws 503 if it does not come soon. */
export const inQueryTurn = <Result>(
  { deps, access, signal }: Pick<SitesContext<AggregateNeeds>, 'deps' | 'access' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> => deps.queryTurns(access.organizationId, signal, work)
