import type { Operation } from '@quire/contracts'
import { covers, type Position } from '../bus/position.ts'
import type { Positions } from '../bus/positions.ts'
import type { Revocations } from '../bus/revocation-watch.ts'
import type { Freshness } from '../projector/freshness.ts'
import { isApplied, type Pauses } from '../projector/pauses.ts'
import { forbidden, unavailable } from '../refusals.ts'
import type { Principal } from './principal.ts'
import { requireRecentSession } from './recent-sign-in.ts'

const consistencyWaitMs = 2000
/** After this time it is asked whether the stream still has the position: most are applied sooner. */
const doubtAfterMs = 200

export interface AdmissionDeps {
  service: string
  /** True if access is decided by projected events, so that a stale projection refuses. */
  projectsAccess: boolean
  stalenessMaxMs: number
  isBusAnswering: () => boolean
  positions: Positions
  freshness: Pick<Freshness, 'ageMs'>
  pauses: Pick<Pauses, 'caughtUp'>
  /** The end of the stream at this moment; undefined if the broker does not answer. */
  streamEnd: () => Promise<Position | undefined>
  /** True if the service's own database has a position at or past this one, in the present stream. */
  isStored: (position: Position) => Promise<boolean>
  revocations: Pick<Revocations, 'isSeeded'>
}

/** True if the operation changes anything. */
export const isWrite = (operation: Operation) => operation.method !== 'GET' && !operation.reads

/**
 * Checks the conditions for reading anything: the token suffices, revocations are known, the caller's own writes are visible here
 * (docs/architecture.md#reading-your-own-writes), and access is not decided on stale data. Throws 403 or 503.
 */
export async function admit(deps: AdmissionDeps, operation: Operation, { caller, position }: Principal): Promise<void> {
  if (caller.scope === 'read' && isWrite(operation)) {
    throw forbidden('This token may only read: use one with full scope.')
  }
  if (caller.scope === 'read' && operation.secret && operation.access.on !== 'public') {
    throw forbidden('This token may only read, and the answer holds a secret: use one with full scope.')
  }
  if (operation.recentSignIn) requireRecentSession(caller)
  if (!deps.revocations.isSeeded()) throw unavailable('The service is starting: revocations are not known yet.')
  if (operation.narrows && !deps.isBusAnswering()) {
    throw unavailable('Rights cannot be taken away while the message bus is down.')
  }
  if (position && !(await hasApplied(deps, position))) {
    throw unavailable('The service has not caught up with your last change yet.', 1, 'consistency')
  }
  const decidesByEvents = deps.projectsAccess && !['public', 'service'].includes(operation.access.on)
  if (decidesByEvents) await deps.pauses.caughtUp()
  if (decidesByEvents && deps.freshness.ageMs() > deps.stalenessMaxMs) {
    throw unavailable('Access rights could not be refreshed recently enough to decide.', 5, 'staleness')
  }
}

/**
 * True if the service has applied `position`, or, where the stream has lost its end with that position, what it still has:
 * the lost events never come.
 */
async function hasApplied(deps: AdmissionDeps, position: Position): Promise<boolean> {
  const { service, positions, isStored, streamEnd } = deps
  if (positions.hasReached(service, position)) return true
  const soon = positions.reached(service, position, doubtAfterMs)
  if ((await isStored(position)) || (await soon)) return true
  const end = await streamEnd()
  const wanted = end && !covers(end, position) ? end : position
  return isApplied(deps, wanted, consistencyWaitMs - doubtAfterMs)
}
