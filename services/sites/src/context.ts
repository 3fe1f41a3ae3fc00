import type { Rights } from '@quire/access'
import { type Emit, implementer, type RequestContext, type Sealer } from '@quire/kit'
import type { Sql, Tables } from './database.ts'

/** What handlers depend on; made once, in app.ts. */
export interface SitesDependencies {
  publicUrl: string
  /** For secrets in the database. */
  sealer: Sealer
  now: () => Date
}

/** What sites adds to every request: what the caller may do, and what handlers depend on. */
interface SitesExtra extends Rights {
  deps: SitesDependencies
}

export type SitesContext = RequestContext<Tables> & SitesExtra

/** A write in progress: its transaction, and the outbox that commits with it. */
export interface Writer {
  sql: Sql
  emit: Emit
}

export const implement = implementer<Tables, SitesExtra>()
