import type { insightsOperations, SiteInsightsEvent, VisitorClaims } from '@quire/contracts'
import { badRequest, done, type Input, notFound } from '@quire/kit'
import { expectedClaims, knownVisitor } from '../../audience/known-visitor.ts'
import type { SitesContext } from '../../context.ts'
import type { EventRow } from '../../tables/insights.tables.ts'
import { dayOf } from '../days.ts'
import type { InsightsNeeds } from '../insights-config.ts'
import { deviceFacts } from './device-facts.ts'
import { detailColumns } from './event-details.ts'
import { campaignColumns, claimColumns, languageTag, plainAddress, referrerColumns } from './event-texts.ts'

/** How far an event's time may lie from now. */
const maxSkewMs = 5 * 60_000

type Tracking = SitesContext<InsightsNeeds> & Input<typeof insightsOperations.trackEventsInSiteById>

/**
 * Stores the events that a renderer reports. With the token of a site they are those of its visitors: their senders have
 * limits, and programs among them are left out. Throws 400 for a time that is not now, 429 for too many, 503 as the writer
 * does.
 */
export async function trackEvents(context: Tracking) {
  const { deps, params, body, caller } = context
  const { hashing, limits, writer, announce } = deps.insights
  if (!deps.isInsightsOn) return done()
  const { siteId } = params
  const isVisitor = caller.kind === 'site'
  const dated = body.events.map((event, index) => ({ event, index, at: timeOf(event, deps.now(), index) }))
  const taken = dated.filter(({ event }) => !isVisitor || deviceFacts(event.session.userAgent).bot === null)
  if (taken.length === 0) return done()
  const { tokenId, tokenAddress: address = '' } = caller
  // Tokens of a site are free to make, and one may pass through many hands: both the token and its address count.
  const senders = isVisitor ? await hashing.ofSenders(siteId, deps.now(), { address, tokenId }) : []
  const claimsOf = await claimReader(context)
  const days = Map.groupBy(taken, ({ at }) => dayOf(at))
  const arrival = { siteId, senders, days: new Map([...days].map(([day, { length }]) => [day, length])) }
  await limits.within(arrival, async () => {
    const rows = await Promise.all(taken.map((one) => rowOf(one, { siteId, deps, caller, claimsOf })))
    await writer.write({ organizationId: params.organizationId, siteId, rows, senders })
    await announce(params.organizationId, rows)
  })
  return done()
}

interface TakenEvent {
  event: SiteInsightsEvent
  /** Its position in the request. */
  index: number
  at: Date
}

interface Around {
  siteId: string
  deps: Tracking['deps']
  caller: Tracking['caller']
  claimsOf: (session: SiteInsightsEvent['session']) => VisitorClaims
}

async function rowOf({ event, index, at }: TakenEvent, { siteId, deps, caller, claimsOf }: Around): Promise<EventRow> {
  const { session, location } = event
  const url = plainAddress(location.url)
  if (url === undefined) throw badRequest(`body.events.${index}.location.url`, 'must be an address of the web')
  const query = new URL(location.url).searchParams
  return {
    site_id: siteId,
    at,
    ...(await deps.insights.hashing.ofIds(siteId, at, session)),
    ...deviceFacts(session.userAgent),
    ...deps.insights.placeOf(session.ip ?? caller.address),
    language: languageTag(session.language),
    ...referrerColumns(session.referrer),
    ...campaignColumns((part) => query.get(`utm_${part}`)),
    ...claimColumns(claimsOf(session)),
    url,
    context: location.displayContext,
    section: location.siteSection,
    site_space: location.siteSpace,
    share_link: location.siteShareKey,
    space: location.space,
    revision: location.revision,
    page: location.page,
    ...detailColumns(event),
  }
}

function timeOf({ timestamp }: SiteInsightsEvent, now: Date, index: number): Date {
  if (timestamp === undefined) return now
  const at = new Date(timestamp)
  if (Math.abs(at.getTime() - now.getTime()) > maxSkewMs)
    throw badRequest(`body.events.${index}.timestamp`, 'must be within five minutes of the current time')
  return at
}

/**
 * Returns a function that reads the claims of a session, as far as the site expects them. A visitor has those of the
 * token of the site, or of a token that the site's key signed, but none that they only claim.
 */
async function claimReader({ sql, params, body, deps, caller }: Tracking): Promise<Around['claimsOf']> {
  const { visit } = caller
  const says = (session: SiteInsightsEvent['session']) => !visit && session.visitorAuthClaims !== undefined
  const isAsked = body.events.some(({ session }) => session.visitorAuthToken || says(session))
  const own = visit ? (visit.claims as VisitorClaims) : {}
  if (!isAsked) return () => own
  const found = await sql
    .selectFrom('site')
    .leftJoin('publishing_auth', 'publishing_auth.site_id', 'site.id')
    .leftJoin('site_adaptive_schema as adaptive', 'adaptive.site_id', 'site.id')
    .select(['site.adaptive_content', 'publishing_auth.sealed_key', 'adaptive.json_schema'])
    .where('site.id', '=', params.siteId)
    .executeTakeFirst()
  if (!found) throw notFound('The site')
  const { sealed_key, json_schema, ...site } = found
  const auth = sealed_key === null ? undefined : { site_id: params.siteId, sealed_key }
  const expecting = { site, schema: json_schema ?? undefined }
  return (session) => {
    const { visitorAuthClaims, visitorAuthToken } = session
    if (says(session)) return expectedClaims(expecting, visitorAuthClaims, visitorAuthClaims?.unsigned)
    if (!visitorAuthToken) return own
    return knownVisitor({ ...expecting, auth }, { jwtToken: visitorAuthToken }, deps).claims
  }
}
