import { type Emit, implementer, type RequestContext } from '@quire/kit'
import type { Kysely, Selectable } from 'kysely'
import type { MailLimits } from './mail/limits.ts'
import type { Introduce } from './members/introduction.ts'
import type { Tables } from './tables.ts'
import type { KeyHolders } from './tokens/key-holders.ts'
import type { Signer } from './tokens/signer.ts'

/** A transaction and its outbox: what a rule needs that changes data and tells of it. */
export interface Writer {
  sql: Kysely<Tables>
  emit: Emit
}

export interface Membership extends Selectable<Tables['member']> {
  /** How many members its organization has. */
  organizationMembers: number
}

/** The organization and the caller's membership as they are under the lock. */
interface HeldOrganization {
  organization: Selectable<Tables['organization']>
  membership: Membership
}

/** Whether the transaction shares the lock on the organization with other writes or has it alone. */
export type Hold = (purpose: 'share' | 'change') => Promise<HeldOrganization>

export interface Dependencies {
  publicUrl: string
  signer: Signer
  keyHolders: KeyHolders
  introduce: Introduce
  mailLimits: MailLimits
  now: () => Date
}

/** What identity adds to every request. */
interface Extra extends Dependencies {
  /** The caller's own membership in the path's organization; operations outside of one must not read it. */
  membership: Membership
  /**
   * Locks the path's organization to the end of the transaction and checks again whether the caller may: no role
   * changes and nobody leaves while it is held. `membership` alone may be outdated by then. Throws what the operation's
   * rule throws.
   */
  hold: Hold
}

export type Context = RequestContext<Tables> & Extra

export const implement = implementer<Tables, Extra>()
