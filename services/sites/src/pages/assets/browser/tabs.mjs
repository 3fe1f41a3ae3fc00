import { all, element } from './elements.mjs'

/** Makes tabs of panels that stand below each other, for the pointer and the keyboard. */
export function startTabs() {
  for (const [at, tabs] of all('[data-tabs]').entries()) makeTabs(tabs, `q-tab-${at}`)
  addEventListener('hashchange', showTarget)
  showTarget()
}

/**
 * The panels of some tabs, not those of tabs within them.
 * @param {Element} tabs
 * @returns {HTMLElement[]}
 */
const panelsOf = (tabs) => Array.from(tabs.querySelectorAll(':scope > [data-tab]'))

/**
 * @param {HTMLElement} tabs
 * @param {string} name
 */
function makeTabs(tabs, name) {
  const list = element('div', { role: 'tablist' })
  const buttons = panelsOf(tabs).map((panel, at) => tabFor(panel, `${name}-${at}`))
  for (const [at, button] of buttons.entries()) button.addEventListener('click', () => chooseTab(tabs, at))
  list.append(...buttons)
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target))
    const to = tabByKey(event.key, at, buttons.length)
    if (to === undefined) return
    event.preventDefault()
    chooseTab(tabs, to)
    buttons[to]?.focus()
  })
  tabs.prepend(list)
  chooseTab(tabs, 0)
}

/**
 * The tab of a panel, with the panel's title.
 * @param {HTMLElement} panel
 * @param {string} id
 */
function tabFor(panel, id) {
  panel.id ||= `${id}-panel`
  const title = panel.querySelector(':scope > .tab-title')
  const button = element('button', { type: 'button', role: 'tab', id, 'aria-controls': panel.id })
  if (title) button.append(...title.childNodes)
  panel.setAttribute('role', 'tabpanel')
  panel.setAttribute('aria-labelledby', id)
  panel.removeAttribute('aria-label')
  return button
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 */
function tabByKey(key, at, count) {
  const isLeftwards = getComputedStyle(document.documentElement).direction === 'rtl'
  if (key === (isLeftwards ? 'ArrowLeft' : 'ArrowRight')) return (at + 1) % count
  if (key === (isLeftwards ? 'ArrowRight' : 'ArrowLeft')) return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/**
 * @param {Element} tabs
 * @param {number} at
 */
function chooseTab(tabs, at) {
  for (const [index, button] of tabs.querySelectorAll(':scope > [role=tablist] > [role=tab]').entries()) {
    button.setAttribute('aria-selected', String(index === at))
    button.setAttribute('tabindex', index === at ? '0' : '-1')
  }
  for (const [index, panel] of panelsOf(tabs).entries()) panel.hidden = index !== at
}

/** Opens what the address leads to. */
function showTarget() {
  revealPlace(location.hash.slice(1))
}

/**
 * Opens the tabs and folded parts around a place of the page, and goes there.
 * @param {string} id as it stands in an address
 */
export function revealPlace(id) {
  const place = document.getElementById(decodedId(id))
  if (!place) return
  for (let around = /** @type {Element | null} */ (place); around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
    const tabs = around.matches('[data-tab]') ? around.parentElement : null
    if (tabs) chooseTab(tabs, panelsOf(tabs).indexOf(/** @type {HTMLElement} */ (around)))
  }
  place.scrollIntoView()
}

/** @param {string} id */
function decodedId(id) {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
