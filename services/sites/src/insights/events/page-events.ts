import type { PageEvents } from '@quire/contracts'
import { done, notFound, type VisitRequest } from '@quire/kit'
import type { EventRow } from '../../tables/insights.tables.ts'
import { dayOf } from '../days.ts'
import { deviceFacts } from './device-facts.ts'
import { detailColumns, type EventDetail } from './event-details.ts'
import { campaignColumns, claimColumns, languageTag, plainAddress, referrerColumns } from './event-texts.ts'
import { openReportedPage, type ReportedPage, type Reporting } from './reported-page.ts'

type PageEvent = PageEvents['events'][number]

/**
 * Stores what the script of a page reports. The site finds out which page that is and who reads it; the script says only
 * what happened. Of visitors who do not want to be followed, and of sites that do not follow them, only feedback is
 * stored, with nothing of the visitor; of programs, nothing. Throws 404 if the visitor may not read the page, 429 for too many events.
 */
export async function reportPageEvents(context: Reporting) {
  const { deps, body, visit, caller } = context
  if (!deps.isInsightsOn || deviceFacts(visit.headers['user-agent'] ?? '').bot !== null) return done()
  const reported = await openReportedPage(context)
  if (!reported) throw notFound('The page')
  const { site } = reported
  const isFollowed = site.reports === 'everything' && !refusesTracking(visit)
  const taken = body.events.filter((event) => isTaken(event, reported, isFollowed))
  if (taken.length === 0) return done()
  const { hashing, limits, writer, announce } = deps.insights
  const now = deps.now()
  const senders = await hashing.ofSenders(site.id, now, { address: caller.address ?? '' })
  await limits.within({ siteId: site.id, senders, days: new Map([[dayOf(now), taken.length]]) }, async () => {
    const about = { ...reported.columns, ...(isFollowed ? await visitorColumns(context, reported) : nobody) }
    const rows: EventRow[] = []
    for (const event of taken) {
      const detail = await detailOf(event, reported)
      if (detail) rows.push({ ...about, site_id: site.id, at: now, ...detailColumns(detail) })
    }
    await writer.write({ organizationId: site.organizationId, siteId: site.id, rows, senders })
    await announce(site.organizationId, rows)
  })
  return done()
}

/** Do Not Track and Global Privacy Control, as browsers send them. */
const refusesTracking = ({ headers }: VisitRequest) => headers.dnt === '1' || headers['sec-gpc'] === '1'

/** Feedback is given, not observed: it is taken while the site asks for it. */
const isTaken = ({ type }: PageEvent, { site }: ReportedPage, isFollowed: boolean) =>
  type === 'page_post_feedback' || type === 'page_post_feedback_comment'
    ? site.settings.feedback.enabled && site.reports !== 'nothing'
    : isFollowed

/** The columns of a visitor of whom nothing is stored. */
const nobody = {
  ...{ visitor: null, session: null, bot: null, country: null, geo: null, language: null, claims: null },
  ...{ browser: 'unknown', device: 'unknown', os: 'unknown', claim_values: null },
  ...referrerColumns(null),
  ...campaignColumns(() => null),
}

async function visitorColumns({ deps, body, visit, caller }: Reporting, { site }: ReportedPage) {
  const userAgent = visit.headers['user-agent'] ?? ''
  const { address = '' } = caller
  const { referrer, referrer_domain } = referrerColumns(body.referrer)
  const isOwn = referrer?.startsWith(plainAddress(site.address) ?? site.address)
  return {
    ...(await deps.insights.hashing.ofAddress(site.id, deps.now(), { address, userAgent })),
    ...deviceFacts(userAgent),
    ...deps.insights.placeOf(address),
    language: languageTag(body.language),
    ...(isOwn ? referrerColumns(null) : { referrer, referrer_domain }),
    ...campaignColumns((part) => body.campaign?.[part]),
    ...claimColumns(site.audience.claims),
  }
}

/** Returns an event as the interface describes it, with a page in place of its address; undefined if that is nothing. */
async function detailOf(event: PageEvent, { findPage, site }: ReportedPage): Promise<EventDetail | undefined> {
  switch (event.type) {
    case 'page_post_feedback':
      return { type: event.type, feedback: { rating: event.rating } }
    case 'page_post_feedback_comment':
      return { type: event.type, feedback: { rating: event.rating, comment: event.comment } }
    case 'search_open_result': {
      const found = await findPage(event.href)
      // The page left the site in between.
      if (!found) return undefined
      return { type: event.type, query: event.query, result: { spaceId: found.space, pageId: found.page } }
    }
    case 'link_click': {
      const [path = '', anchor] = event.href.split('#')
      const found = await findPage(path)
      const url = event.href.startsWith('/') ? (plainAddress(site.address + event.href) ?? site.address) : event.href
      const target = found
        ? anchor
          ? { kind: 'anchor' as const, anchor, ...found }
          : { kind: 'page' as const, ...found }
        : { kind: 'url' as const, url }
      return { type: event.type, link: { target, position: event.position } }
    }
    default:
      return event
  }
}
