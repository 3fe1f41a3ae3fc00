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

/** A visit, and the moment at which the token that opened it expires, in seconds since 1970. */
interface Visit extends Omit<SiteVisit, 'issuedAt'> {
  until?: number | undefined
}

/** Timers run no longer. No answer takes as long. */
const longestTimerMs = 2 ** 31 - 1

/** Watches the visitor's access to these spaces while an answer is written, until `signal` aborts. */
export type VisitorAccessWatch = (spaceIds: readonly string[], signal: AbortSignal) => AccessWatch

/**
 * Ends answers to a visitor when the visit ends or one of the spaces becomes hidden. Checks the service's own rows
 * whenever it has applied events, when the token of the visit expires, and once when the answer begins.
 */
export const visitorAccessWatch =
  (
    { sql, deps }: Pick<SitesContext<AccessWatchNeeds>, 'sql' | 'deps'>,
    { until = Number.POSITIVE_INFINITY, ...visit }: Visit,
  ): VisitorAccessWatch =>
  (spaceIds, signal) => ({
    signal,
    onChange(look) {
      look()
      const { previewToken } = visit
      const stopListening = deps.onApplied(look)
      const stopWaiting = previewToken === undefined ? undefined : deps.onceRevoked(previewToken, look)
      const timer = setTimeout(look, Math.min(until * 1000 - deps.now().getTime(), longestTimerMs)).unref()
      return () => {
        stopListening()
        stopWaiting?.()
        clearTimeout(timer)
      }
    },
    async check() {
      const { previewToken } = visit
      const isExpired = deps.now().getTime() >= until * 1000
      const isOver = isExpired || (previewToken !== undefined && deps.isRevoked(previewToken))
      const opened = isOver ? undefined : await currentVisit(sql, visit, deps)
      const open = new Set(opened?.open.map(({ spaceId }) => spaceId))
      if (!spaceIds.every((id) => open.has(id))) throw notFound('What this answer rests on')
    },
  })

/** Converts the grounds of an admission to a visit. */
export function visitOf({ site, admission }: PublishedLocation): Visit {
  const { claims = {}, shareLink, previewOf, previewKind, previewToken, isInternal, until } = admission
  const grounds = { claims, shareLinkId: shareLink?.id, previewOf, previewKind, previewToken, isInternal, until }
  return { siteId: site.id, generation: Number(site.generation), ...grounds }
}
