import { elementNamed } from './anchors.mjs'
import { all, element, storeChoice, storedChoice } from './elements.mjs'

/** Turns panels that stand below each other into tabs, for pointer and keyboard. */
export function startTabs() {
  for (const [at, tabs] of all('[data-tabs]').entries()) makeTabs(tabs, `q-tab-${at}`)
  for (const title of lastChosen().toReversed()) chooseEverywhere(title)
  addEventListener('hashchange', showTarget)
  showTarget()
}

/**
 * Returns the panels of a tab group, without those of nested groups.
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
  for (const button of buttons) button.addEventListener('click', () => chooseByVisitor(button))
  list.append(...buttons)
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target))
    const to = tabByKey(event.key, at, buttons.length)
    if (to === undefined) return
    event.preventDefault()
    buttons[to]?.click()
    buttons[to]?.focus()
  })
  tabs.prepend(list)
  chooseTab(tabs, 0)
}

/** Titles of the tabs that the visitor chose, the latest first. */
const lastChosen = () => (storedChoice('quire-tabs') ?? '').split('\n').filter((title) => title !== '')
const maxStored = 20

/**
 * Chooses the tab of this title in all groups, here and on the next pages, for visitors who read for one language or
 * system. The chosen tab stays in its position on the screen while panels around it change.
 * @param {HTMLElement} button
 */
function chooseByVisitor(button) {
  const title = titleOf(button)
  const before = button.getBoundingClientRect().top
  chooseEverywhere(title)
  choose(button)
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
  const others = lastChosen().filter((one) => one !== title)
  storeChoice('quire-tabs', [title, ...others].slice(0, maxStored).join('\n'))
}

/** @param {string} title */
function chooseEverywhere(title) {
  for (const tabs of all('[data-tabs]')) {
    const same = tabsOf(tabs).find((one) => titleOf(one) === title)
    if (same) choose(same)
  }
}

/** @param {HTMLElement} button */
const titleOf = (button) => (button.textContent ?? '').trim().replace(/\s+/g, ' ')

/**
 * @param {Element} tabs
 * @returns {HTMLElement[]}
 */
const tabsOf = (tabs) => Array.from(tabs.querySelectorAll(':scope > [role=tablist] > [role=tab]'))

/** @param {HTMLElement} button */
function choose(button) {
  const tabs = button.parentElement?.parentElement
  if (tabs) chooseTab(tabs, tabsOf(tabs).indexOf(button))
}

/**
 * Creates the tab of a panel, with the panel's title.
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
  for (const [index, button] of tabsOf(tabs).entries()) {
    button.setAttribute('aria-selected', String(index === at))
    button.setAttribute('tabindex', index === at ? '0' : '-1')
  }
  for (const [index, panel] of panelsOf(tabs).entries()) panel.hidden = index !== at
}

/** Reveals the element that the address names. */
function showTarget() {
  revealElement(location.hash.slice(1))
}

/**
 * Opens the tabs and folded parts around an element of the page, and scrolls to it.
 * @param {string} id as it stands in an address
 */
export function revealElement(id) {
  const target = elementNamed(decodedId(id))
  if (!target) return
  for (let around = /** @type {Element | null} */ (target); around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
    const tabs = around.matches('[data-tab]') ? around.parentElement : null
    if (tabs) chooseTab(tabs, panelsOf(tabs).indexOf(/** @type {HTMLElement} */ (around)))
  }
  target.scrollIntoView()
}

/** @param {string} id */
function decodedId(id) {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
