import { setTimeout } from 'node:timers/promises'
import type { Page } from '@quire/browser'

const patienceMs = 30_000
const pollMs = 50

/**
 * Clicks the first element that a selector finds, and again until a click has hit it: what loads above an element moves it,
 * sometimes between the look at its place and the click. Rejects after 30 s.
 */
export async function clickUntilHit(page: Page, selector: string): Promise<void> {
  // Clicking scrolls by itself. The locator scrolls only once, and waits in vain if something above grows after that.
  const locator = page.locator(selector).setEnsureElementIsInTheViewport(false).filter(watch)
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    await locator.click()
    // A page that is left has no answer any more.
    if (await page.evaluate(isHit).catch(() => true)) return
    await setTimeout(pollMs)
  }
  throw new Error(`No click hit what “${selector}” finds`)
}

interface Watched {
  isConnected: boolean
  ariaHasPopup: string | null
  addEventListener(type: string, listen: () => void, isCapturing: boolean): void
}
interface Watch {
  element: Watched
  isPressed?: boolean
  isClicked?: boolean
}

/** Runs in the page: remembers what happens to an element. */
function watch(element: unknown): boolean {
  const watch: Watch = { element: element as Watched }
  Object.assign(globalThis, { watch })
  watch.element.addEventListener('pointerdown', () => Object.assign(watch, { isPressed: true }), true)
  watch.element.addEventListener('click', () => Object.assign(watch, { isClicked: true }), true)
  return true
}

/**
 * Runs in the page: true if the watched element was clicked, or belonged to the page before this. It may also have moved
 * after it was pressed: that opens a menu, and is too early for any other button.
 */
function isHit(): boolean {
  const { watch } = globalThis as { watch?: Watch }
  if (!watch || watch.isClicked) return true
  return Boolean(watch.isPressed && (watch.element.ariaHasPopup || !watch.element.isConnected))
}
