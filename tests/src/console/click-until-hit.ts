import { setTimeout } from 'node:timers/promises'
import type { Page } from '@quire/browser'

const patienceMs = 30_000
/** An attempt ends after this time: a locator goes on waiting for an element that was replaced by another. */
const attemptMs = 4000
const pollMs = 50

/**
 * Clicks the first element that a selector finds, and again until a click has hit it: what loads above an element moves it,
 * sometimes between the look at its place and the click. Rejects after 30 s.
 */
export async function clickUntilHit(page: Page, selector: string): Promise<void> {
  await page.evaluate(forget).catch(() => undefined)
  // Clicking scrolls by itself. The locator scrolls only once, and waits in vain if something above grows after that.
  const steady = page.locator(selector).setEnsureElementIsInTheViewport(false).setTimeout(attemptMs)
  const locator = steady.filter(watch)
  const deadline = performance.now() + patienceMs
  for (;;) {
    const failure = await locator.click().then(
      () => undefined,
      (error: Error) => error,
    )
    // A page that is left has no answer any more.
    const end = await page.evaluate(outcome).catch(() => 'unknown' as const)
    if (failure ? end === 'hit' : end !== 'missed') return
    if (performance.now() > deadline) throw failure ?? new Error(`No click hit what “${selector}” finds`)
    await setTimeout(pollMs)
  }
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

/** Runs in the page: forgets an earlier click. */
function forget(): void {
  Object.assign(globalThis, { watch: undefined })
}

/**
 * Runs in the page: says whether the watched element was clicked. It may also have moved after it was pressed: that opens a
 * menu, and is too early for any other button. The page that a click leads to watches nothing.
 */
function outcome(): 'hit' | 'missed' | 'unknown' {
  const { watch } = globalThis as { watch?: Watch }
  if (!watch) return 'unknown'
  if (watch.isClicked) return 'hit'
  return watch.isPressed && (watch.element.ariaHasPopup || !watch.element.isConnected) ? 'hit' : 'missed'
}
