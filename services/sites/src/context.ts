import type { Access, AccessContext, IsBarred, Rights } from '@quire/access'
import { implementer, type RequestContext, type Sealer } from '@quire/kit'
import type { Tables } from './database.ts'

/** The dependencies of every handler; built once, in app.ts. */
export interface SitesDependencies {
  publicUrl: string
  now: () => Date
  /** True for a membership that was removed, even before the event about it arrives. */
  isBarred: IsBarred
  /** True for an access token that was revoked. */
  isRevoked: (tokenId: string) => boolean
  /** Throws 503 if rights of members were not refreshed recently enough to decide what a visitor may read. */
  requireFreshAccess: () => void
  /** False if the installation takes no events of sites. */
  isInsightsOn: boolean
  /** Encrypts stored secrets that must be read again. */
  sealer: Sealer
}

/** The part of a request's context that sites adds: the caller's rights and the dependencies. */
interface SitesExtra<Needs> extends Rights {
  /** Applies the access rule of another operation, with parameters that the handler has found. */
  authorize(context: AccessContext): Promise<Access>
  deps: SitesDependencies & Needs
}

/** The context of a handler. `Needs` are the dependencies that its feature takes in addition to those of every handler. */
export type SitesContext<Needs = unknown> = RequestContext<Tables> & SitesExtra<Needs>

/** Returns the `implement` of a feature. app.ts has to supply its `Needs`. */
export const implementWith = <Needs>() => implementer<Tables, SitesExtra<Needs>>()

export const implement = implementWith<unknown>()
