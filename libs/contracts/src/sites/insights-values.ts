import { z } from 'zod'
import { ContentRef } from '../content/content-refs.ts'
import { Timestamp, Url } from '../shared/primitives.ts'

/** Types of events as the published interface names them. */
const publishedTypes = [
  'page_view',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'ask_question',
  'ask_view',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'ad_click',
  'ad_display',
  'trademark_click',
] as const

/** The event of a copied code block. The published interface has none: answers have it only if a filter names it. */
export const ownEventType = 'code_copy'

export const InsightsEventType = z.enum([...publishedTypes, ownEventType])
export type InsightsEventType = z.infer<typeof InsightsEventType>

export const FeedbackRating = z.enum(['bad', 'ok', 'good']).meta({ id: 'PageFeedbackRating' })
export const LinkPosition = z.enum(['announcement', 'header', 'footer', 'sidebar', 'content'])
export const DisplayContext = z.enum(['site', 'embed'])
export const AdPlacement = z.enum(['aside'])
export const TrademarkPlacement = z.enum(['sidebar', 'ad', 'footer', 'pdf'])

const browsers = ['chrome', 'firefox', 'safari', 'edge', 'ie', 'opera', 'unknown'] as const
const devices = ['desktop', 'tablet', 'mobile', 'unknown'] as const
const systems = ['windows', 'macos', 'linux', 'android', 'ios', 'unknown'] as const
const bots = [
  'unknown',
  'googlebot',
  'bingbot',
  'duckduckbot',
  'facebookbot',
  'applebot',
  'chatgpt',
  'anthropic',
] as const
const linkKinds = [
  'url',
  'page',
  'file',
  'anchor',
  'space',
  'collection',
  'user',
  'reusable-content',
  'openapi',
] as const
export type InsightsBrowser = (typeof browsers)[number]
export type InsightsDevice = (typeof devices)[number]
export type InsightsSystem = (typeof systems)[number]
export type InsightsBot = (typeof bots)[number]

const text = z.string().max(2048)
const count = z.number().min(0)

/** The values of each column, in filters and in answers. */
export const columnValues = {
  datetime: Timestamp,
  url: Url,
  eventType: InsightsEventType,
  eventsCount: count,
  sessionsCount: count,
  visitorsCount: count,
  siteSection: text.nullable(),
  siteSpace: text.nullable(),
  siteShareKey: text.nullable(),
  displayContext: DisplayContext,
  page: z.strictObject({ page: text.nullable(), space: text }).nullable(),
  visitorGeoCountry: text.nullable(),
  visitorGeoPoint: z.strictObject({ latitude: z.number(), longitude: z.number(), h3: text }).nullable(),
  visitorDevice: z.enum(devices),
  visitorBrowser: z.enum(browsers),
  visitorOS: z.enum(systems),
  visitorBot: z.enum([...bots, '']).nullable(),
  visitorLanguage: text.nullable(),
  eventLinkTargetValue: ContentRef,
  eventLinkTargetKind: z.enum(linkKinds),
  eventLinkTargetDomain: text.nullable(),
  eventLinkPosition: LinkPosition,
  eventAPIOperationPath: text.nullable(),
  eventAPIOperationMethod: text.nullable(),
  eventSearchQuery: text,
  eventPageFeedbackRating: FeedbackRating,
  eventPageFeedbackComment: text,
  eventAskResponseRating: z.int(),
  pageFeedbackRating: z.strictObject({ ok: count, good: count, bad: count }),
  askResponseRating: z.strictObject({ positive: count, negative: count }),
  referrer: text,
  referrerDomain: text,
  utmSource: text,
  utmMedium: text,
  utmCampaign: text,
  utmTerm: text,
  utmContent: text,
  visitorClaimProperty: text,
  visitorClaim: text,
  eventAdDomain: text,
  eventAdPlacement: AdPlacement,
  eventTrademarkPlacement: TrademarkPlacement,
}
export type InsightsColumnName = keyof typeof columnValues
export const insightsColumnNames = Object.keys(columnValues) as InsightsColumnName[]
