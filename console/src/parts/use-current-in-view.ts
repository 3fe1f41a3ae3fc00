import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the ref of a navigation that scrolls. Its current link is in the middle after each change of the screen or of its
 * own size, as when a phone is turned. `isShown` is false while it has no links yet.
 */
export function useCurrentInView(isShown = true): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (!list.current || !pathname || !isShown) return
    const observer = new ResizeObserver(([entry]) => entry && centerCurrent(entry.target))
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [pathname, isShown])
  return list
}

/** Scrolls a navigation so that its current link is in the middle of it; the page itself does not move. */
function centerCurrent(list: Element): void {
  const [around, link] = [list, list.querySelector('[aria-current]')].map((one) => one?.getBoundingClientRect())
  if (!around || !link) return
  list.scrollBy({
    left: link.left + link.width / 2 - (around.left + around.width / 2),
    top: link.top + link.height / 2 - (around.top + around.height / 2),
  })
}
