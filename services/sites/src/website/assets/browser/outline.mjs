import { all } from './elements.mjs'
import { revealElement } from './tabs.mjs'

/** Marks the current section in the table of contents, and opens the tab of a heading that the visitor chooses there. */
export function startOutline() {
  // The address does not change for a heading that was chosen before.
  for (const link of all('.outline a, .small-outline a'))
    link.addEventListener('click', () => setTimeout(() => revealElement(hashOf(link))))
  const headings = all('.outline a').flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(hashOf(link)))
    return heading ? [{ link, heading }] : []
  })
  if (headings.length === 0) return
  // A chosen heading stops below the bar on top, a fraction of a pixel up or down.
  const readFrom = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8
  let isWaiting = false
  const mark = () => {
    isWaiting = false
    const visible = headings.filter(({ heading }) => heading.checkVisibility())
    const passed = visible.filter(({ heading }) => heading.getBoundingClientRect().top < readFrom)
    const current = (passed.at(-1) ?? visible[0])?.link
    for (const { link } of headings) {
      if (link === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    if (current) followInOutline(current)
  }
  const markSoon = () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(mark)
  }
  document.addEventListener('scroll', markSoon, { passive: true })
  // A chosen tab shows other headings.
  document.addEventListener('click', markSoon)
  mark()
}

/** @param {HTMLElement} link */
const hashOf = (link) => /** @type {HTMLAnchorElement} */ (link).hash.slice(1)

/**
 * Scrolls a long table of contents, and nothing around it, so that the current section is in view.
 * @param {HTMLElement} link
 */
function followInOutline(link) {
  const outline = link.closest('.outline')
  if (!outline) return
  const [inner, outer] = [link.getBoundingClientRect(), outline.getBoundingClientRect()]
  if (inner.top < outer.top) outline.scrollTop += inner.top - outer.top
  else if (inner.bottom > outer.bottom) outline.scrollTop += inner.bottom - outer.bottom
}
