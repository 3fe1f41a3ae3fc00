import { z } from 'zod'
import { ContentRef } from '../content/content-refs.ts'
import { Id, Timestamp, Url } from '../shared/primitives.ts'
import {
  AdPlacement,
  DisplayContext,
  FeedbackRating,
  LinkPosition,
  ownEventType,
  TrademarkPlacement,
} from './insights-values.ts'

/** The longest query, question or comment that an event may carry. */
export const longestEventText = 512

const Text = z.string().max(longestEventText)
const Comment = z.string().min(1).max(longestEventText)
const OptionalId = Id.nullable()

/**
 * What the sender knows of the visitor's session. Only derived values are stored: hashes of the ids, the kind of
 * browser, the language, the claims that the site expects (docs/interface.md#insights). Cookies are ignored.
 */
const Session = z
  .object({
    visitorId: z.string().max(512),
    sessionId: z.string().max(512),
    cookies: z.record(z.string(), z.string()),
    ip: z.string().max(64).optional(),
    userAgent: z.string().max(1024),
    language: z.string().max(64).nullable(),
    referrer: z.union([z.literal(''), Url]).nullable(),
    visitorAuthToken: z.string().max(8192).nullable().optional(),
    visitorAuthClaims: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'SiteInsightsEventSession' })

const Location = z
  .object({
    url: Url,
    displayContext: DisplayContext.default('site'),
    siteSection: OptionalId,
    siteSpace: OptionalId,
    siteShareKey: OptionalId,
    space: OptionalId,
    revision: OptionalId,
    page: OptionalId,
  })
  .meta({ id: 'SiteInsightsEventLocation' })

const Base = z.object({ session: Session, location: Location, timestamp: Timestamp.optional() })

const Operation = z.object({ path: z.string().max(1024), method: z.string().max(16) })
const Ad = z.object({ domain: z.string().max(253), zoneId: z.string().max(128), placement: AdPlacement })
const Result = z.object({ spaceId: Id, pageId: Id })

/** The fields that each type of event has besides the common ones. */
const details = {
  page_view: {},
  search_open: {},
  /** `results` is an addition of Quire: the number of pages that were found. */
  search_type_query: { query: Text, results: z.int().min(0).max(1_000_000).optional() },
  search_open_result: { query: Text, result: Result },
  page_post_feedback: { feedback: z.object({ rating: FeedbackRating }) },
  page_post_feedback_comment: { feedback: z.object({ rating: FeedbackRating, comment: Comment }) },
  /** `answered` is an addition of Quire: false if the site declined to answer. */
  ask_question: { query: Text, answered: z.boolean().optional() },
  ask_view: {},
  ask_rate_response: { query: Text, rating: z.union([z.literal(1), z.literal(-1)]), responseId: Id },
  link_click: { link: z.object({ target: ContentRef, position: LinkPosition }) },
  api_client_open: { operation: Operation },
  api_client_request: { operation: Operation },
  trademark_click: { placement: TrademarkPlacement },
  ad_click: { ad: Ad },
  ad_display: { ad: Ad },
  [ownEventType]: {},
} as const

const eventOf = <Type extends keyof typeof details>(type: Type) =>
  Base.extend({ type: z.literal(type), ...details[type] })

export const SiteInsightsEvent = z
  .discriminatedUnion('type', [
    eventOf('page_view'),
    eventOf('search_open'),
    eventOf('search_type_query'),
    eventOf('search_open_result'),
    eventOf('page_post_feedback'),
    eventOf('page_post_feedback_comment'),
    eventOf('ask_question'),
    eventOf('ask_view'),
    eventOf('ask_rate_response'),
    eventOf('link_click'),
    eventOf('api_client_open'),
    eventOf('api_client_request'),
    eventOf('trademark_click'),
    eventOf('ad_click'),
    eventOf('ad_display'),
    eventOf(ownEventType),
  ])
  .meta({ id: 'SiteInsightsEvent' })
export type SiteInsightsEvent = z.infer<typeof SiteInsightsEvent>

/** A path below the site's address, as the browser has it, or an address elsewhere. */
const Href = z.string().max(2048)

/** A page of the site sends paths and addresses; the site finds out what they lead to. */
const pageEvents = [
  z.object({ type: z.literal('page_view') }),
  z.object({ type: z.literal('search_open') }),
  z.object({ type: z.literal('search_type_query'), query: Text, results: z.int().min(0).max(1_000_000) }),
  z.object({ type: z.literal('search_open_result'), query: Text, href: Href }),
  z.object({ type: z.literal('page_post_feedback'), rating: FeedbackRating }),
  z.object({ type: z.literal('page_post_feedback_comment'), rating: FeedbackRating, comment: Comment }),
  z.object({ type: z.literal('ask_question'), query: Text, answered: z.boolean().optional() }),
  z.object({ type: z.literal('ask_view') }),
  z.object({ type: z.literal('link_click'), href: Href, position: LinkPosition }),
  z.object({ type: z.literal(ownEventType) }),
] as const

/** What the script of a published page reports. */
export const PageEvents = z.object({
  /** The path of the page below the site's address. */
  path: Href,
  referrer: z.string().max(2048).optional(),
  language: z.string().max(64).optional(),
  /** The campaign parameters of the page's address. */
  campaign: z
    .partialRecord(z.enum(['source', 'medium', 'campaign', 'term', 'content']), z.string().max(256))
    .optional(),
  events: z.array(z.discriminatedUnion('type', pageEvents)).min(1).max(50),
})
export type PageEvents = z.infer<typeof PageEvents>
