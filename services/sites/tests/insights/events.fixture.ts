import type { InsightsFilter, SiteInsightsEvent } from '@quire/contracts'

type Session = SiteInsightsEvent['session']

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
export const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A session of a visitor; `more` overrides its fields. */
export const session = (visitor: string, more: Partial<Session> = {}): Session => ({
  visitorId: visitor,
  sessionId: `${visitor}-1`,
  cookies: {},
  userAgent: chrome,
  language: 'en-US',
  referrer: null,
  ...more,
})

export const location = (page: string | null = 'start', more: object = {}) => ({
  url: `https://docs.example.com/${page ?? ''}?utm_source=news`,
  displayContext: 'site' as const,
  ...{ siteSection: 'guides', siteSpace: 'one', siteShareKey: null, space: 'manual', revision: 'r1', page },
  ...more,
})

/** A page view; `more` overrides its fields. */
export const view = (visitor: string, page = 'start', more: object = {}): SiteInsightsEvent => ({
  type: 'page_view',
  session: session(visitor),
  location: location(page),
  ...more,
})

/** One event of each type, with everything that it may have. */
export const everyType = (visitor = 'ann'): SiteInsightsEvent[] => {
  const common = { session: session(visitor), location: location() }
  const operation = { path: '/pets', method: 'get' }
  const ad = { domain: 'ads.example', zoneId: 'zone', placement: 'aside' as const }
  return [
    { ...common, type: 'page_view' },
    { ...common, type: 'search_open' },
    { ...common, type: 'search_type_query', query: 'crank', results: 0 },
    { ...common, type: 'search_open_result', query: 'crank', result: { spaceId: 'manual', pageId: 'turning' } },
    { ...common, type: 'page_post_feedback', feedback: { rating: 'bad' } },
    { ...common, type: 'page_post_feedback_comment', feedback: { rating: 'bad', comment: 'Too short' } },
    { ...common, type: 'ask_question', query: 'Why?', answered: false },
    { ...common, type: 'ask_view' },
    { ...common, type: 'ask_rate_response', query: 'Why?', rating: -1, responseId: 'answer' },
    {
      ...common,
      type: 'link_click',
      link: { target: { kind: 'url', url: 'https://example.org/x' }, position: 'content' },
    },
    { ...common, type: 'api_client_open', operation },
    { ...common, type: 'api_client_request', operation },
    { ...common, type: 'trademark_click', placement: 'footer' },
    { ...common, type: 'ad_click', ad },
    { ...common, type: 'ad_display', ad },
    { ...common, type: 'code_copy' },
  ]
}

export const only = (column: InsightsFilter['column'], ...values: unknown[]): InsightsFilter => ({ column, values })
