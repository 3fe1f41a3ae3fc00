import type { InsightsColumn, InsightsColumnName, InsightsFilter } from '@quire/contracts'
import { getResolution, isValidCell } from 'h3-js'
import { sql as raw } from 'kysely'
import { asText, type Dimension, emptied, fixed, type Key, nullable, present, wide } from './dimension.ts'
import { geoDimension } from './geo-points.ts'

/** Ids have no blank that would be one of ours: pages of a space are `space page`. */
const page: Dimension = {
  rolled: 'page',
  key: raw`case when event.space is not null then event.space || ' ' || coalesce(event.page, '') end`,
  toKey(value) {
    const { space, page: id } = Object(value)
    return value === null ? null : `${space} ${id ?? ''}`
  },
  fromKey(key) {
    if (key === null) return null
    const at = key.lastIndexOf(' ')
    return { space: key.slice(0, at), page: key.slice(at + 1) || null }
  },
}

/** Pages, without the events of a space that are of no page, such as visits of addresses that lead nowhere. */
export const existingPage: Dimension = { ...page, leavesOut: true, only: (key) => raw`${key} not like '% '` }

const link: Dimension = {
  ...wide(present('link')),
  toKey: (value) => JSON.stringify(sorted(value)),
  fromKey: (key) => JSON.parse(key ?? '{}'),
}
const sorted = (value: unknown) =>
  Object.fromEntries(Object.entries(Object(value)).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const answerRating: Dimension = {
  rolled: 'answer_rating',
  key: raw`event.answer_rating::text`,
  leavesOut: true,
  isNumber: true,
  toKey: asText,
  fromKey: Number,
}

/** Every published dimension but the time, by name. Claims and points depend on the column's options. */
const dimensions: Partial<Record<InsightsColumnName, Dimension>> = {
  url: wide(present('url')),
  // Type and site space are parts of every sum.
  eventType: present('type'),
  siteSpace: nullable('site_space'),
  siteSection: nullable('section'),
  siteShareKey: nullable('share_link'),
  displayContext: present('context'),
  page,
  visitorGeoCountry: nullable('country'),
  visitorDevice: present('device'),
  visitorBrowser: present('browser'),
  visitorOS: present('os'),
  // Sums leave programs out, so they know none.
  visitorBot: {
    ...nullable('bot'),
    rolled: undefined,
    isBots: true,
    toKey: (value) => (value === '' ? null : asText(value)),
  },
  visitorLanguage: nullable('language'),
  eventLinkTargetValue: link,
  eventLinkTargetKind: present('link_kind'),
  eventLinkTargetDomain: nullable('link_domain'),
  eventLinkPosition: present('link_position'),
  eventAPIOperationPath: wide(nullable('operation_path')),
  eventAPIOperationMethod: nullable('operation_method'),
  eventSearchQuery: wide(present('query')),
  eventPageFeedbackRating: present('rating'),
  eventPageFeedbackComment: wide(present('comment')),
  eventAskResponseRating: answerRating,
  referrer: wide(emptied('referrer')),
  referrerDomain: emptied('referrer_domain'),
  utmSource: emptied('utm_source'),
  utmMedium: emptied('utm_medium'),
  utmCampaign: emptied('utm_campaign'),
  utmTerm: emptied('utm_term'),
  utmContent: emptied('utm_content'),
  visitorClaimProperty: {
    ...present('claim'),
    key: raw`claim.name`,
    join: raw`cross join lateral jsonb_object_keys(coalesce(event.claim_values, '{}')) as claim (name)`,
  },
  eventAdDomain: present('ad_domain'),
  eventAdPlacement: present('ad_placement'),
  eventTrademarkPlacement: present('trademark_placement'),
}

/** Dimensions of Quire's own answers. */
export const ownDimensions = {
  /** Searches that found nothing, and questions that were declined, by their text. */
  searchedInVain: {
    ...wide(present('query_without_result')),
    key: raw<Key>`case when event.results = 0 then event.query end`,
  },
  declined: { ...wide(present('declined_question')), key: raw<Key>`case when not event.answered then event.query end` },
  /** All claims of a visitor, as canonical JSON. */
  claims: wide(nullable('claims')),
} satisfies Record<string, Dimension>

/** Returns the dimension of a column; undefined for times and counts. */
export function dimensionOf({ column, claim, precision }: InsightsColumn): Dimension | undefined {
  if (column === 'visitorClaim')
    return {
      ...wide(present(claimDimension(claim ?? ''))),
      key: raw<Key>`event.claim_values ->> ${fixed(claim ?? '')}`,
    }
  if (column === 'visitorGeoPoint') return geoDimension(precision)
  return dimensions[column]
}

/** Returns the dimension that a filter compares; cells of a filter have the precision of the first. */
export function filteredDimension({ column, claim, values }: InsightsFilter): Dimension | undefined {
  const cell = column === 'visitorGeoPoint' ? values.map((value) => Object(value).h3).find(isValidCell) : undefined
  return dimensionOf({ column, ...(claim !== undefined && { claim }), ...(cell && { precision: getResolution(cell) }) })
}

/** The name of a claim's sums. */
export const claimDimension = (name: string) => `claim ${name}`

/** Dimensions with sums by day, besides those of single claims. */
export const rolledDimensions: readonly Dimension[] = [
  ...Object.values(dimensions).filter(({ rolled }) => rolled !== undefined && !['type', 'site_space'].includes(rolled)),
  geoDimension(undefined),
  ...Object.values(ownDimensions),
]
