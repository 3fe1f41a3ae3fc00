import { type AccessWatch, notFound, type SiteVisit } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import type { PublishedLocation } from './resolve-address.ts'
import { currentVisit } from './visits.ts'

/** The events that may end a visitor's access. */
export interface AccessWatchNeeds {
  /** Calls back after each batch of events that the service has applied; returns a function that unsubscribes. */
  onApplied: (look: () => void) => () => void
  /** Calls back when an access token is revoked; returns a function that unsubscribes. */
  onceRevoked: (tokenId: string, look: () => void) => () => void
}

type Visit = Omit<SiteVisit, 'issuedAt'>

/** Watches the visitor's access to these spaces while an answer is written, until `signal` aborts. */
export type VisitorAccessWatch = (spaceIds: readonly string[], signal: AbortSignal) => AccessWatch

/**
 * Ends answers to a visitor when the visit ends or one of the spaces becomes hidden. Checks the service's own rows
 * whenever it has applied events, and once when the answer begins.
 */
export const visitorAccessWatch =
  (
    { sql, deps }: Pick<SitesContext<AccessWatchNeeds>, 'sql' | 'deps'>,
    visit: Visit,
    previewToken?: string,
  ): VisitorAccessWatch =>
  (spaceIds, signal) => ({
    signal,
    onChange(look) {
      look()
      const stopListening = deps.onApplied(look)
      const stopWaiting = previewToken === undefined ? undefined : deps.onceRevoked(previewToken, look)
      return () => {
        stopListening()
        stopWaiting?.()
      }
    },
    async check() {
      const isOver = previewToken !== undefined && deps.isRevoked(previewToken)
      const opened = isOver ? undefined : await currentVisit(sql, visit, deps)
      const open = new Set(opened?.open.map(({ spaceId }) => spaceId))
      if (!spaceIds.every((id) => open.has(id))) throw notFound('What this answer rests on')
    },
  })

/** Converts the grounds of an admission to a visit. */
export const visitOf = ({ site, admission: { claims = {}, shareLink, previewOf } }: PublishedLocation): Visit => ({
  siteId: site.id,
  generation: Number(site.generation),
  claims,
  shareLinkId: shareLink?.id,
  previewOf,
})
