import type { Access, AccessContext, IsBarred, Rights } from '@quire/access'
import { type Emit, implementer, type RequestContext, type Sealer } from '@quire/kit'
import type { Sql, Tables } from './database.ts'
import type { LookUp } from './hostnames/dns.ts'
import type { PagesDependencies } from './pages/dependencies.ts'
import type { SiteSigner } from './signing/site-signer.ts'
import type { SignVisit } from './signing/site-tokens.ts'

/** What handlers depend on; made once, in app.ts. */
export interface SitesDependencies {
  publicUrl: string
  now: () => Date
  /** True for a membership that was removed, even before the event about it arrives. */
  isBarred: IsBarred
  /** True for an access token that was revoked. */
  isRevoked: (tokenId: string) => boolean
  /** Keeps secrets that must be read again. */
  sealer: Sealer
  signer: SiteSigner
  signVisit: SignVisit
  pages: PagesDependencies
  /** Calls back after every batch of events that sites has applied; returns how to end that. */
  onApplied: (look: () => void) => () => void
  /** Calls back when an access token is revoked; returns how to end that. */
  onceRevoked: (tokenId: string, look: () => void) => () => void
  hostnames: {
    lookUp: LookUp
    /** SITES_HOST. */
    sitesHost: string | undefined
    /** HOSTNAMES_ALLOW. */
    allowed: readonly string[]
  }
}

/** What sites adds to every request: what the caller may do, and what handlers depend on. */
interface SitesExtra extends Rights {
  /** Applies the rule of another operation, whose parameters are found by this one. */
  authorize(context: AccessContext): Promise<Access>
  deps: SitesDependencies
}

export type SitesContext = RequestContext<Tables> & SitesExtra

/** A write in progress: its transaction, and the outbox that commits with it. */
export interface Writer {
  sql: Sql
  emit: Emit
}

export const implement = implementer<Tables, SitesExtra>()
