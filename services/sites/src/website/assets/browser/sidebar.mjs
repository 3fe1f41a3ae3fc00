import { complete, keepingPlace, missingIn, startBranches } from './branches.mjs'
import { all } from './elements.mjs'

/** Groups, and levels, whose state is stored. */
const maxChoices = 50
/** Requests for missing pages with which one page restores the state. */
const maxRequests = 12

/**
 * Keeps the groups that the visitor opened or closed, the further pages of a large space that they asked for, and the
 * scroll position, from page to page of a site in one tab of the browser; then brings the current page into view.
 */
export function startSidebar() {
  const sidebar = document.querySelector('.sidebar')
  if (!sidebar) return
  const name = `quire-sidebar ${document.documentElement.dataset.site ?? ''}`
  const state = readSidebar(name)
  const { place } = state
  state.place = { href: '', top: 0 }
  restoreGroups(state)
  sidebar.scrollTop = state.top
  restorePlace(sidebar, place)
  let isMoved = false
  for (const type of ['wheel', 'pointerdown', 'keydown'])
    sidebar.addEventListener(type, () => (isMoved = true), { once: true, passive: true })
  sidebar.addEventListener('click', ({ target }) => {
    const chosen = /** @type {Element} */ (target)
    const group = chosen.closest('summary')?.parentElement
    // The group changes after this event.
    if (group instanceof HTMLDetailsElement) store(state.open, groupName(group), !group.open)
    const link = chosen.closest('a')
    if (link) state.place = placeOf(sidebar, link)
  })
  startBranches(sidebar, (link) => store(state.more, levelName(link), (state.more[levelName(link)] ?? 0) + 1))
  // Entries have other heights as soon as their font is loaded.
  void Promise.all([restoreMissing(sidebar, state), document.fonts.ready]).then(() => {
    if (!isMoved) restorePlace(sidebar, place)
  })
  addEventListener('pagehide', () => storeSidebar(name, { ...state, top: sidebar.scrollTop }))
}

/** @typedef {{ href: string, top: number }} Place the position of an entry in the visible part of the navigation */
/**
 * @typedef {object} SidebarState
 * @property {number} top
 * @property {Place} place of the entry that the visitor chose last
 * @property {Record<string, boolean>} open
 * @property {Record<string, number>} more how often the visitor asked for further pages of a level
 */

/**
 * Opens and closes the groups as the visitor left them, except those whose pages are missing.
 * @param {SidebarState} state
 */
function restoreGroups(state) {
  /** @type {HTMLDetailsElement[]} */
  const groups = all('.sidebar nav details')
  for (const group of groups) {
    const isOpen = state.open[groupName(group)]
    // The groups around the current page are open on every page.
    if (isOpen === undefined || missingIn(group) || group.querySelector('[aria-current=page]')) continue
    group.open = isOpen
  }
}

/**
 * Requests the pages that the visitor had asked for, and that this page does not have. The current page stays in its
 * place meanwhile.
 * @param {Element} sidebar
 * @param {SidebarState} state
 */
async function restoreMissing(sidebar, state) {
  const fixed = sidebar.querySelector('[aria-current=page]') ?? undefined
  /** @type {Map<string, number>} */
  const asked = new Map()
  const wanted = () => {
    /** @type {HTMLAnchorElement[]} */
    const links = all('.sidebar nav a[data-branch]')
    return links.find((link) => {
      const group = groupWithout(link)
      const times = group ? Number(state.open[groupName(group)] ?? false) : (state.more[levelName(link)] ?? 0)
      return (asked.get(partName(link)) ?? 0) < times
    })
  }
  let left = maxRequests
  for (let link = wanted(); link && left > 0; link = wanted()) {
    left -= 1
    asked.set(partName(link), (asked.get(partName(link)) ?? 0) + 1)
    const group = groupWithout(link)
    keepingPlace(fixed, () => {
      if (group) group.open = true
    })
    if (!(await complete(link, fixed))) return
    keepingPlace(fixed, () => restoreGroups(state))
  }
}

/**
 * Returns the group whose pages are missing behind a link; undefined for a link to further pages of a level.
 * @param {Element} link
 */
const groupWithout = (link) => {
  const group = link.closest('details')
  return group && missingIn(group) === link ? group : undefined
}

/**
 * Returns the address without the part of the level that it asks for.
 * @param {HTMLAnchorElement} link
 */
const levelName = ({ pathname }) => pathname.replace(/\/(?:\d+-|-\d+)$/, '')

/**
 * Returns a name that the links to the earlier pages of a level have in common, and those to the later ones.
 * @param {HTMLAnchorElement} link
 */
const partName = ({ pathname }) => pathname.replace(/\d+-$/, 'later').replace(/-\d+$/, 'earlier')

/**
 * Brings the current page to the place where the visitor chose it on the page before, and into view.
 * @param {Element} sidebar
 * @param {Place} place
 */
function restorePlace(sidebar, place) {
  const { href, top } = placeOf(sidebar)
  if (href !== '' && href === place.href) sidebar.scrollTop += top - place.top
  showCurrent(sidebar)
}

/**
 * Returns the position of an entry, the current page if none is given, in the visible part of the navigation.
 * @param {Element} sidebar
 * @param {HTMLAnchorElement | null} [entry]
 * @returns {Place}
 */
function placeOf(sidebar, entry = sidebar.querySelector('[aria-current=page]')) {
  const top = entry ? entry.getBoundingClientRect().top - sidebar.getBoundingClientRect().top : 0
  return { href: entry?.href ?? '', top }
}

/**
 * Stores a choice as the latest one.
 * @template Value
 * @param {Record<string, Value>} choices
 * @param {string} name
 * @param {Value} value
 */
function store(choices, name, value) {
  delete choices[name]
  choices[name] = value
  for (const oldest of Object.keys(choices).slice(0, -maxChoices)) delete choices[oldest]
}

/**
 * Returns the address of the page that a group belongs to, or the title of a group without a page.
 * @param {Element} group
 */
function groupName({ previousElementSibling: title }) {
  return title?.getAttribute('href') ?? title?.textContent ?? ''
}

/**
 * @param {string} name
 * @returns {SidebarState}
 */
function readSidebar(name) {
  try {
    const { top, place, open, more } = JSON.parse(sessionStorage.getItem(name) ?? '')
    const chosen = { href: `${place?.href ?? ''}`, top: Number(place?.top) || 0 }
    return { top: Number(top) || 0, place: chosen, open: { ...open }, more: { ...more } }
  } catch {
    // Nothing is stored, or the visitor's browser forbids storage.
    return { top: 0, place: { href: '', top: 0 }, open: {}, more: {} }
  }
}

/**
 * @param {string} name
 * @param {SidebarState} state
 */
function storeSidebar(name, state) {
  try {
    sessionStorage.setItem(name, JSON.stringify(state))
  } catch {
    // The visitor's browser forbids storage, or it is full.
  }
}

/**
 * Scrolls the current page into view in a long navigation.
 * @param {Element} sidebar
 */
function showCurrent(sidebar) {
  const current = sidebar.querySelector('[aria-current=page]')
  if (!current) return
  const [inner, outer] = [current.getBoundingClientRect(), sidebar.getBoundingClientRect()]
  const isHidden = inner.bottom > outer.bottom || inner.top < outer.top
  if (isHidden) sidebar.scrollTop += inner.top - outer.top - outer.height / 2
}
