import type { ColumnType, Generated } from 'kysely'

/** One event, as it is stored: nothing in it names or follows a person (docs/adr/0050). */
export interface EventRow {
  site_id: string
  at: Date
  type: string
  /** Hashes with the key of the day, as texts: they do not fit into a number. */
  visitor: string | null
  session: string | null
  bot: string | null
  browser: string
  device: string
  os: string
  language: string | null
  country: string | null
  /** A cell of H3, as a text. */
  geo: string | null
  referrer: string | null
  referrer_domain: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  /** Canonical JSON, so that equal claims are equal texts. */
  claims: string | null
  /** The claims as texts, by dotted names. */
  claim_values: Record<string, string> | null
  url: string
  context: string
  section: string | null
  site_space: string | null
  share_link: string | null
  space: string | null
  revision: string | null
  page: string | null
  query: string | null
  /** The number of pages that a search found. */
  results: number | null
  answered: boolean | null
  result_space: string | null
  result_page: string | null
  rating: string | null
  comment: string | null
  answer_rating: number | null
  response: string | null
  /** Canonical JSON of the reference that a link leads to. */
  link: string | null
  link_kind: string | null
  link_domain: string | null
  link_position: string | null
  operation_path: string | null
  operation_method: string | null
  ad_domain: string | null
  ad_zone: string | null
  ad_placement: string | null
  trademark_placement: string | null
}

export interface InsightsTables {
  site_event: EventRow
  /** The number of events of each site and day: it bounds them, and names the sites that have some. */
  site_event_day: {
    site_id: string
    day: ColumnType<string>
    events: number
    /** Those that no token of the organization has sent. */
    by_visitors: Generated<number>
    is_rolled: Generated<boolean>
  }
  /** The events of each sender of visitors; the hash, with the key of the day, is of a sender and a site. */
  site_event_sender: { sender: string; day: ColumnType<string>; events: number }
  /**
   * Sums by site, day, dimension and value. `type` and `site_space` are `*` in sums over all of them; the value is null
   * for events without one.
   */
  site_event_rollup: {
    site_id: string
    day: ColumnType<string>
    dimension: string
    value: string | null
    type: string
    site_space: string | null
    events: number
    visitors: number
    sessions: number
    bad: number
    ok: number
    good: number
    positive: number
    negative: number
  }
  /** The day up to which days are rolled up, exclusive; one row, or none before the first run. */
  site_event_progress: {
    id: number
    rolled_until: ColumnType<string>
    /** The first day with sums by browser, system and device together; null if there are none yet. */
    programs_from: ColumnType<string | null, string | null | undefined>
  }
  /** The key that hashes the ids of one day. */
  site_event_salt: { day: ColumnType<string>; salt: Buffer }
}
