import type { SiteInsightsEvent } from '@quire/contracts'
import type { EventRow } from '../../tables/insights.tables.ts'
import { eventText, linkColumns } from './event-texts.ts'

/** What an event is about, without the visitor and the page. */
export type EventDetail = DistributedOmit<SiteInsightsEvent, 'session' | 'location' | 'timestamp'>
type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

const none = {
  ...{ query: null, results: null, answered: null, result_space: null, result_page: null, rating: null },
  ...{ comment: null, answer_rating: null, response: null, link: null, link_kind: null, link_domain: null },
  ...{ link_position: null, operation_path: null, operation_method: null, ad_domain: null, ad_zone: null },
  ...{ ad_placement: null, trademark_placement: null },
}
type Details = Pick<EventRow, 'type' | keyof typeof none>

/** Returns the columns that the type of an event adds. */
export const detailColumns = (event: EventDetail): Details => ({ ...none, type: event.type, ...ownColumns(event) })

function ownColumns(event: EventDetail): Partial<Details> {
  switch (event.type) {
    case 'page_view':
    case 'search_open':
    case 'ask_view':
    case 'code_copy':
      return {}
    case 'search_type_query':
      return { query: eventText(event.query), results: event.results ?? null }
    case 'search_open_result': {
      const { spaceId, pageId } = event.result
      return { query: eventText(event.query), result_space: spaceId, result_page: pageId }
    }
    case 'page_post_feedback':
      return { rating: event.feedback.rating }
    case 'page_post_feedback_comment':
      return { rating: event.feedback.rating, comment: eventText(event.feedback.comment) }
    case 'ask_question':
      return { query: eventText(event.query), answered: event.answered ?? null }
    case 'ask_rate_response':
      return { query: eventText(event.query), answer_rating: event.rating, response: event.responseId }
    case 'link_click':
      return { ...linkColumns(event.link.target), link_position: event.link.position }
    case 'api_client_open':
    case 'api_client_request':
      return { operation_path: event.operation.path, operation_method: event.operation.method.toUpperCase() }
    case 'trademark_click':
      return { trademark_placement: event.placement }
    case 'ad_click':
    case 'ad_display': {
      const { domain, zoneId, placement } = event.ad
      return { ad_domain: domain, ad_zone: zoneId, ad_placement: placement }
    }
  }
}
