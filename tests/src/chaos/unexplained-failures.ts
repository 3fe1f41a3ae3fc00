import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestFailure } from '../support/request-failure.ts'

/** The requests that a gateway answers with 502 if the replica that has them ends in order. */
export type BrokenOff = 'none' | 'not repeatable' | 'any'

/**
 * Finds out from the folder of a version which requests its gateway breaks off. A gateway that does not repeat requests
 * breaks off any; one that repeats them, but opens connections to a replica that says it ends, those that it may not repeat.
 */
export function brokenOffBy(version: string): BrokenOff {
  if (!existsSync(join(version, 'services/gateway/src/proxying/repetition.ts'))) return 'any'
  const agent = readFileSync(join(version, 'libs/kit/src/http/peer-agent.ts'), 'utf8')
  return agent.includes('heed(') ? 'none' : 'not repeatable'
}

/** The time in which a process ended behind the gateway of the earlier version, by `performance.now()`. */
export interface ProcessEnd {
  from: number
  /** Undefined until it has ended. */
  to: number | undefined
}

/**
 * Returns the failures that no client should see while replicas are replaced in order: all but those answers of 502 that the
 * earlier version's gateway gives when a process ends.
 */
export function failuresWithoutReason(
  failures: RequestFailure[],
  { brokenOff, ends }: { brokenOff: BrokenOff; ends: ProcessEnd[] },
): string[] {
  const isAtEnd = ({ at }: RequestFailure) =>
    ends.some(({ from, to }) => from <= at && at <= (to ?? Number.POSITIVE_INFINITY))
  const mayBreakOff = ({ isRepeatable }: RequestFailure) =>
    brokenOff === 'any' || (brokenOff === 'not repeatable' && !isRepeatable)
  return failures.filter((one) => !(one.status === 502 && isAtEnd(one) && mayBreakOff(one))).map(({ what }) => what)
}
