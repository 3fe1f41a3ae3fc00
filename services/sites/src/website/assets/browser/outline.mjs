import { all } from './elements.mjs'

/** Marks the current section in the table of contents. */
export function startOutline() {
  /** @type {HTMLAnchorElement[]} */
  const links = all('.outline a')
  const headings = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  if (headings.length === 0) return
  let isWaiting = false
  const mark = () => {
    isWaiting = false
    const top = 140
    const passed = headings.filter(({ heading }) => heading.getBoundingClientRect().top < top)
    const current = (passed.at(-1) ?? headings[0])?.link
    for (const { link } of headings) {
      if (link === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  document.addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(mark)
    },
    { passive: true },
  )
  mark()
}

/** Scrolls the current page into view in a long navigation. */
export function startSidebar() {
  const current = document.querySelector('.sidebar [aria-current=page]')
  const sidebar = document.querySelector('.sidebar')
  if (!current || !sidebar) return
  const [inner, outer] = [current.getBoundingClientRect(), sidebar.getBoundingClientRect()]
  if (inner.bottom > outer.bottom) sidebar.scrollTop += inner.top - outer.top - outer.height / 2
}
