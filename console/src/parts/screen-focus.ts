import type { AnyRouter } from '@tanstack/react-router'

/**
 * Gives the focus to the main heading of each screen that somebody is led to: the control that led there is gone, or beside
 * the screen, and a screen reader would not say that there is another one. A field of the screen that takes the focus by
 * itself, and an open dialog or menu, keep it.
 */
export function focusScreens(router: Pick<AnyRouter, 'subscribe'>): void {
  let before: Element | null = null
  let stopWatching = () => {}
  router.subscribe('onBeforeNavigate', () => {
    stopWatching()
    before = document.activeElement
  })
  // The first screen of a page has the focus as each page of a browser has it.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged || isTaken(before)) return
    focusHeading()
    stopWatching = watchHeading(before)
  })
}

/** Gives the focus to the main heading if the button that had it is gone, or can no longer be pressed. */
export function recoverFocus(): void {
  const focused = document.activeElement
  if (isLost(focused) || focused?.matches(':disabled')) focusHeading()
}

/** Recovers the focus once what has just ended is off the screen with the button that had the focus. */
export const recoverFocusLater = () => setTimeout(recoverFocus)

const isLost = (focused: Element | null) => focused === null || focused === document.body

/** True if an element has taken the focus that nobody should lose; `before` had it on the screen before. */
function isTaken(before: Element | null): boolean {
  const focused = document.activeElement
  if (isLost(focused)) return false
  if (focused?.closest('[role=dialog], [role=menu]')) return true
  // Something else than this person has led on, as the end of long work does: they are typing.
  if (focused?.matches('input, textarea, select, [contenteditable=true]')) return true
  const screen = document.getElementById('content') ?? document.body
  return focused !== before && screen.contains(focused)
}

function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Focuses the heading of a screen that is still being loaded, and the one that takes its place, until somebody goes on by
 * themselves; returns the end of that.
 */
function watchHeading(before: Element | null): () => void {
  const observer = new MutationObserver(() => {
    if (isLost(document.activeElement) || document.activeElement === before) focusHeading()
  })
  const ended = new AbortController()
  const stop = () => {
    observer.disconnect()
    ended.abort()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown', 'click'])
    addEventListener(event, stop, { capture: true, signal: ended.signal })
  return stop
}
