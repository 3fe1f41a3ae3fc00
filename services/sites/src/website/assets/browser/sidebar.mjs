import { all } from './elements.mjs'

/**
 * Keeps the groups that the visitor opened or closed, and the scroll position, from page to page of a site in one tab
 * of the browser; then brings the current page into view.
 */
export function startSidebar() {
  const sidebar = document.querySelector('.sidebar')
  if (!sidebar) return
  const name = `quire-sidebar ${document.documentElement.dataset.site ?? ''}`
  const state = readSidebar(name)
  /** @type {HTMLDetailsElement[]} */
  const groups = all('.sidebar nav details')
  for (const group of groups) {
    const isOpen = state.open[groupName(group)]
    // The groups around the current page are open on every page.
    if (isOpen !== undefined && !group.querySelector('[aria-current=page]')) group.open = isOpen
    group.querySelector(':scope > summary')?.addEventListener('click', () => {
      // The group changes after this event.
      state.open[groupName(group)] = !group.open
    })
  }
  sidebar.scrollTop = state.top
  showCurrent(sidebar)
  addEventListener('pagehide', () => storeSidebar(name, { ...state, top: sidebar.scrollTop }))
}

/** @typedef {{ top: number, open: Record<string, boolean> }} SidebarState */

/**
 * Returns the address of the page that a group belongs to.
 * @param {Element} group
 */
const groupName = (group) => group.previousElementSibling?.getAttribute('href') ?? ''

/**
 * @param {string} name
 * @returns {SidebarState}
 */
function readSidebar(name) {
  try {
    const { top, open } = JSON.parse(sessionStorage.getItem(name) ?? '')
    return { top: Number(top) || 0, open: { ...open } }
  } catch {
    // Nothing is stored, or the visitor's browser forbids storage.
    return { top: 0, open: {} }
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
