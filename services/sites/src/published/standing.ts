import { notFound, type SiteVisit, type Standing } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import type { PublishedPlace } from './resolve.ts'
import { openedTo } from './visits.ts'

type Visit = Omit<SiteVisit, 'issuedAt'>

/** What an answer to a visitor rests on while it is written: these spaces, until the caller leaves. */
export type VisitorStanding = (spaceIds: readonly string[], signal: AbortSignal) => Standing

/**
 * Ends answers to a visitor as soon as their visit ends, or one of the spaces is closed to them. Sites looks at its own
 * rows whenever it has applied what anybody wrote, and once as the answer begins.
 */
export const visitorStanding =
  ({ sql, deps }: Pick<SitesContext, 'sql' | 'deps'>, visit: Visit, previewToken?: string): VisitorStanding =>
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
      const opened = isOver ? undefined : await openedTo(sql, visit, deps)
      const open = new Set(opened?.open.map(({ spaceId }) => spaceId))
      if (!spaceIds.every((id) => open.has(id))) throw notFound('What this answer rests on')
    },
  })

/** How whoever an address led to the site was let in. */
export const visitOf = ({ site, admission: { claims = {}, shareLink, previewOf } }: PublishedPlace): Visit => ({
  siteId: site.id,
  generation: Number(site.generation),
  claims,
  shareLinkId: shareLink?.id,
  previewOf,
})
