import type { OwnerName } from './processes.ts'

/** The time from a request to its answer, in milliseconds of one clock. */
export interface Span {
  begun: number
  ended: number
}

/** A write that was acknowledged: its owner's database holds it. */
export interface AcknowledgedWrite extends Span {
  owner: OwnerName
}

/** The data that a database lost: written after the copy that came back began, and before it came back. */
export interface Loss {
  owner: OwnerName
  from: number
  to: number
}

export type Losses = readonly Loss[]

/** True if the database that held the write may have lost it; a request may have been under way at either end. */
export function mayBeLost({ owner, begun, ended }: AcknowledgedWrite, losses: Losses): boolean {
  return losses.some((loss) => loss.owner === owner && begun <= loss.to && ended >= loss.from)
}

/** The service that owns what a path of the interface names. */
export function ownerOf(path: string): OwnerName {
  if (/^\/(spaces|collections)\b|^\/orgs\/[^/]+\/(spaces|collections)\b/.test(path)) return 'content'
  return /^\/orgs\/[^/]+\/sites\b/.test(path) ? 'sites' : 'identity'
}
