import { lruOptions } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'
import type { EventRow } from '../../tables/insights.tables.ts'
import { type EventDraft, queueEvents } from './queue-events.ts'

/**
 * Events that one site may have in this process at once, and the seconds until one more. A row for each view of a busy
 * site would fill the table, and its endpoint; a view therefore says for how many it stands.
 */
const allowances = {
  site_view: { burst: 10, secondsEach: 10 },
  page_feedback: { burst: 60, secondsEach: 5 },
} as const
type VisitorEventType = keyof typeof allowances

const maxBytes = 1024 ** 2
/** Approximate size of an entry. */
const entryBytes = 200

interface Allowance {
  left: number
  at: number
  /** Events since the last one that was sent. */
  skipped: number
}

interface VisitorEventParts {
  sql: () => Sql
  now: () => Date
  /** Wakes the delivery. */
  wake: () => void
}

/** Queues events about what visitors did on a site, for the installations on it, after it was stored. */
export type AnnounceVisits = (organizationId: string, rows: readonly EventRow[]) => Promise<void>

export function createVisitorEvents({ sql, now, wake }: VisitorEventParts): AnnounceVisits {
  const allowed = new LRUCache<string, Allowance>(lruOptions(maxBytes, entryBytes))

  /** Returns the number of events that one more stands for; undefined if it is not sent, and counts for the next. */
  function take(siteId: string, type: VisitorEventType): number | undefined {
    const { burst, secondsEach } = allowances[type]
    const key = `${siteId} ${type}`
    const at = now().getTime()
    const { left, at: before, skipped } = allowed.get(key) ?? { left: burst, at, skipped: 0 }
    const refilled = Math.min(burst, left + Math.max(0, at - before) / 1000 / secondsEach)
    const isSent = refilled >= 1
    allowed.set(key, { left: isSent ? refilled - 1 : refilled, at, skipped: isSent ? 0 : skipped + 1 })
    return isSent ? skipped + 1 : undefined
  }

  return async (organizationId, rows) => {
    const drafts = rows.flatMap((row): EventDraft[] => {
      const type = row.bot === null ? typeOf(row) : undefined
      const count = type && take(row.site_id, type)
      return type && count !== undefined ? [draftOf(organizationId, type, row, count)] : []
    })
    if (drafts.length > 0 && (await queueEvents(sql(), drafts)) > 0) wake()
  }
}

function typeOf({ type }: EventRow): VisitorEventType | undefined {
  if (type === 'page_view') return 'site_view'
  return type.startsWith('page_post_feedback') ? 'page_feedback' : undefined
}

/** The visitor's fields are those that insights store: a hash of the day, and nothing that leads to a person. */
function draftOf(organizationId: string, type: VisitorEventType, row: EventRow, count: number): EventDraft {
  const { site_id: siteId, space, site_space, page, url, referrer, visitor, language, rating, comment } = row
  return {
    ...{ organizationId, siteId, type, isOfVisitors: true },
    scope: type === 'site_view' ? 'site:views:read' : 'page:feedback:read',
    fields: {
      ...(space !== null && { spaceId: space }),
      ...(site_space !== null && type === 'site_view' && { siteSpaceId: site_space }),
      ...(page !== null && { pageId: page }),
      visitor: {
        ...{ anonymousId: visitor ?? '', cookies: {}, userAgent: '', ip: '' },
        ...(language !== null && { language }),
      },
      ...{ url, referrer: referrer ?? '' },
      ...(type === 'site_view' ? { views: count } : { feedback: { rating, ...(comment !== null && { comment }) } }),
    },
  }
}
