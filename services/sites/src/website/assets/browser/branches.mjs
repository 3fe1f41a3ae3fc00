import { element } from './elements.mjs'

/**
 * Completes the navigation of a page of a large space: in place of a link to further pages, the script puts the entries
 * of these pages as soon as the visitor asks for them. Without the script the link leads to a page that lists them.
 * @param {Element} sidebar
 * @param {(link: HTMLAnchorElement) => void} chosen receives the link that the visitor chose, before it is replaced
 */
export function startBranches(sidebar, chosen) {
  sidebar.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event)
    const link = branchLink(/** @type {Element} */ (target).closest('li.more'))
    if (!link || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    chosen(link)
    void complete(link).then((isDone) => {
      if (!isDone) location.assign(link.href)
    })
  })
  // The event does not bubble.
  sidebar.addEventListener(
    'toggle',
    ({ target }) => {
      const group = /** @type {HTMLDetailsElement} */ (target)
      const link = group.open ? missingIn(group) : undefined
      if (link) void complete(link)
    },
    true,
  )
}

/**
 * Returns the link in place of all pages of a group.
 * @param {Element} group
 */
export const missingIn = (group) => branchLink(group.querySelector(':scope > ul > li.more:only-child'))

/**
 * @param {Element | null} item
 * @returns {HTMLAnchorElement | undefined}
 */
const branchLink = (item) => item?.querySelector('a[data-branch]') ?? undefined

/** Requests under way, by address. @type {Map<string, Promise<boolean>>} */
const running = new Map()

/**
 * Replaces a link by the entries that it leads to; resolves with false if they cannot be had.
 * @param {HTMLAnchorElement} link
 * @param {Element} [fixed] stays in its place on the screen; otherwise the entry that follows a link to earlier pages
 */
export function complete(link, fixed) {
  const before = running.get(link.href)
  if (before) return before
  const work = replace(link, fixed).finally(() => running.delete(link.href))
  running.set(link.href, work)
  return work
}

/**
 * @param {HTMLAnchorElement} link
 * @param {Element | undefined} fixed
 */
async function replace(link, fixed) {
  const item = link.closest('li')
  if (!item) return false
  item.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(link.href.replace('/-/pages/', '/-/branches/'))
    if (!answer.ok) throw new Error(`${answer.status}`)
    const made = element('template')
    made.innerHTML = await answer.text()
    item.closest('nav')?.append(...made.content.querySelectorAll(':scope > svg'))
    const entries = made.content.querySelectorAll('a')
    const hadFocus = item.contains(document.activeElement)
    const following = item.nextElementSibling
    keepingPlace(fixed ?? following, () => item.replaceWith(made.content))
    if (hadFocus) entries[following ? entries.length - 1 : 0]?.focus({ preventScroll: true })
    return true
  } catch {
    item.removeAttribute('aria-busy')
    return false
  }
}

/**
 * Scrolls the navigation so that a change of other entries does not move this one.
 * @param {Element | null | undefined} fixed
 * @param {() => void} change
 */
export function keepingPlace(fixed, change) {
  const sidebar = fixed?.closest('.sidebar')
  const before = fixed?.getBoundingClientRect().top ?? 0
  change()
  if (fixed && sidebar) sidebar.scrollTop += fixed.getBoundingClientRect().top - before
}
