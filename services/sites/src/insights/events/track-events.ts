import type { insightsOperations, SiteInsightsEvent, VisitorClaims } from '@quire/contracts'
import { badRequest, done, type Input, notFound } from '@quire/kit'
import { expectedClaims, knownVisitor } from '../../audience/known-visitor.ts'
import type { SitesContext } from '../../context.ts'
import type { EventRow } from '../../tables/insights.tables.ts'
import type { InsightsNeeds } from '../insights-config.ts'
import { deviceFacts } from './device-facts.ts'
import { detailColumns } from './event-details.ts'
import { campaignColumns, claimColumns, languageTag, plainAddress, referrerColumns } from './event-texts.ts'

/** How far an event's time may lie from now. */
const maxSkewMs = 5 * 60_000

type Tracking = SitesContext<InsightsNeeds> & Input<typeof insightsOperations.trackEventsInSiteById>

/** Stores the events that a renderer reports. Throws 400 for a time that is not now, 429 and 503 as the writer does. */
export async function trackEvents(context: Tracking) {
  const { deps, params, body, caller } = context
  const { insights } = deps
  if (!deps.isInsightsOn) return done()
  const claimsOf = await claimReader(context)
  insights.limits.requireRoom(params.siteId)
  const rows = await Promise.all(
    body.events.map((event, index) => rowOf(event, { index, siteId: params.siteId, deps, caller, claimsOf })),
  )
  await insights.writer.write(rows)
  return done()
}

interface Around {
  index: number
  siteId: string
  deps: Tracking['deps']
  caller: Tracking['caller']
  claimsOf: (session: SiteInsightsEvent['session']) => VisitorClaims
}

async function rowOf(event: SiteInsightsEvent, { index, siteId, deps, caller, claimsOf }: Around): Promise<EventRow> {
  const { session, location } = event
  const at = timeOf(event, deps.now(), index)
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

/** Returns a function that reads the claims of a session, as far as the site expects them. */
async function claimReader({ sql, params, deps }: Tracking): Promise<Around['claimsOf']> {
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
  return ({ visitorAuthClaims, visitorAuthToken }) =>
    visitorAuthClaims === undefined
      ? knownVisitor({ ...expecting, auth }, { jwtToken: visitorAuthToken ?? undefined }, deps).claims
      : expectedClaims(expecting, visitorAuthClaims, visitorAuthClaims.unsigned)
}
