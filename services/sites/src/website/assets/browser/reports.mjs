/**
 * @typedef {object} PageEvent
 * @property {string} type
 * @property {string} [query]
 * @property {number} [results]
 * @property {boolean} [answered]
 * @property {string} [href]
 * @property {string} [position]
 * @property {string} [rating]
 * @property {string} [comment]
 */

const reportAfterMs = 1000
const maxReported = 50
const feedbackTypes = ['page_post_feedback', 'page_post_feedback_comment']

/** @type {PageEvent[]} */
let unreported = []
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reporting

/** The path at which the site is read, without a slash at its end. */
const sitePath = () => (document.documentElement.dataset.site ?? '').replace(/\/$/, '')

/**
 * True if the site may learn what this visitor does: unless they, or the site, do not want that. Feedback is given, and
 * goes to every site that asks for it.
 * @param {string} type
 */
function isReported(type) {
  const { reports } = document.documentElement.dataset
  if (feedbackTypes.includes(type)) return reports !== undefined
  const { doNotTrack, globalPrivacyControl } = /** @type {Navigator & { globalPrivacyControl?: boolean }} */ (navigator)
  return reports === 'everything' && doNotTrack !== '1' && !globalPrivacyControl
}

/**
 * Reports an event to the site, with others of the same second. Nothing is stored in the browser.
 * @param {PageEvent} event
 */
export function report(event) {
  if (!isReported(event.type)) return
  unreported.push(event)
  clearTimeout(reporting)
  reporting = setTimeout(() => void sendReports(), reportAfterMs)
}

/** Takes the events that are not sent yet, with what the site wants to know of the page; undefined if there are none. */
function takeReports() {
  clearTimeout(reporting)
  if (unreported.length === 0) return undefined
  const events = unreported.slice(0, maxReported)
  unreported = unreported.slice(maxReported)
  const campaign = Object.fromEntries(
    ['source', 'medium', 'campaign', 'term', 'content'].flatMap((part) => {
      const value = new URLSearchParams(location.search).get(`utm_${part}`)
      return value ? [[part, value.slice(0, 256)]] : []
    }),
  )
  const { language } = navigator
  const path = location.pathname.slice(sitePath().length)
  return JSON.stringify({ path, referrer: document.referrer.slice(0, 2048), language, campaign, events })
}

const reportsAddress = () => `${sitePath()}/-/events`
const jsonType = 'application/json'

/** Sends what is reported now; resolves with false if the site did not take it. */
export async function sendReports() {
  const body = takeReports()
  if (body === undefined) return true
  const request = { method: 'POST', headers: { 'Content-Type': jsonType }, body }
  return fetch(reportsAddress(), request).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Sends what is reported now although the visitor leaves: a beacon outlives the page. */
function leaveReports() {
  const body = takeReports()
  if (body !== undefined) navigator.sendBeacon(reportsAddress(), new Blob([body], { type: jsonType }))
}

/**
 * Returns the target of a link: a path below the site's address, or an address elsewhere on the web.
 * @param {HTMLAnchorElement} link
 */
export function linkTarget({ origin, pathname, hash, href, protocol }) {
  const base = sitePath()
  if (origin === location.origin && `${pathname}/`.startsWith(`${base}/`))
    return (pathname.slice(base.length) || '/') + hash
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** Parts of the page with links, by their position; a link in several is of the first. */
const linkPositions = [
  ['.announcement', 'announcement'],
  ['.sidebar', 'sidebar'],
  ['.top', 'header'],
  ['.foot', 'footer'],
  ['main', 'content'],
]

/** @param {MouseEvent} click */
function reportLink({ target }) {
  const link = /** @type {HTMLElement} */ (target).closest?.('a')
  const position = linkPositions.find(([selector = '']) => link?.closest(selector))?.[1]
  const href = link && !link.getAttribute('href')?.startsWith('#') ? linkTarget(link) : undefined
  if (href && href.length <= 2048) report({ type: 'link_click', href, position })
}

/**
 * Returns what it means that the visitor sees this page: a search or a question where the page has the results or the
 * answer, else that the page is read.
 * @returns {PageEvent[]}
 */
function seenEvents() {
  const { searched, results, asked, answered } =
    /** @type {HTMLElement | null} */ (document.querySelector('main > article'))?.dataset ?? {}
  if (searched) return [{ type: 'search_type_query', query: searched, results: Number(results) }]
  if (asked) {
    // Of an answer that broke off it is not known.
    const isAnswered = answered === undefined ? {} : { answered: answered === 'true' }
    return [{ type: 'ask_view' }, { type: 'ask_question', query: asked, ...isAnswered }]
  }
  return searched === undefined && asked === undefined ? [{ type: 'page_view' }] : []
}

/** Reports what the visitor sees once they see it, and the links that they follow. */
export function startReports() {
  let isSeen = false
  function see() {
    if (isSeen || document.visibilityState !== 'visible') return
    isSeen = true
    for (const event of seenEvents()) report(event)
  }
  see()
  document.addEventListener('visibilitychange', () => {
    see()
    if (document.visibilityState === 'hidden') leaveReports()
  })
  addEventListener('pagehide', leaveReports)
  // The page comes back as it was left, without a request.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const event of seenEvents()) report(event)
  })
  document.addEventListener('click', reportLink, { capture: true })
  document.addEventListener('auxclick', reportLink, { capture: true })
}
