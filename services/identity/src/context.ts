import { implementer, type RequestContext } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from './database.ts'

export interface Membership extends Selectable<Tables['member']> {
  /** The number of members of the organization. */
  organizationMembers: number
}

/** The organization and the caller's membership, read under the lock. */
interface LockedOrganization {
  organization: Selectable<Tables['organization']>
  membership: Membership
}

/** Locks the organization: `share` together with other writes, `change` exclusively. */
export type LockOrganization = (purpose: 'share' | 'change') => Promise<LockedOrganization>

/** The dependencies of every handler. Features declare further ones, and app.ts supplies all of them. */
export interface Dependencies {
  publicUrl: string
  now: () => Date
  /** Hashes the address of a caller; undefined if the gateway did not pass it on. */
  originOf: (address: string | undefined) => string | undefined
  /** Hashes the network of the customer of IPv6 around an address; undefined for IPv4. */
  widerOriginOf: (address: string | undefined) => string | undefined
}

/** The part of a request's context that identity adds. */
interface Extra extends Dependencies {
  /** The caller's own membership in the path's organization. Operations outside of an organization must not read it. */
  membership: Membership
  /**
   * Locks the path's organization to the end of the transaction and authorizes the caller again: no role changes and
   * nobody leaves while the lock is held. `membership` alone may be outdated by then. Throws like the operation's rule.
   */
  lockOrganization: LockOrganization
}

/** The context of a handler; `Needs` are the dependencies that its feature declares. */
export type Context<Needs = unknown> = RequestContext<Tables> & Extra & Needs

export const implement = implementer<Tables, Extra>()
export const implementWith = <Needs>() => implementer<Tables, Extra & Needs>()
