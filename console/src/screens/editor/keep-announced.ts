/** An announcement counts for 45 seconds at the server. */
const everyMs = 20_000
/** The least time between two announcements, also where somebody goes to and fro between tabs. */
const minGapMs = 5000
/** A page that is left at once is not announced. */
const firstMs = 1000

/** The window of a tab, as far as it tells when somebody sees it. */
export interface Tab {
  document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
  addEventListener(event: 'pagehide', listener: () => void): void
  removeEventListener(event: 'pagehide', listener: () => void): void
  setTimeout(work: () => void, ms: number): number
  clearTimeout(timer: number | undefined): void
  performance: { now(): number }
}

/**
 * Repeats an announcement for as long as the tab is visible, and takes it back at the end and before the tab is left.
 * `announce` resolves with false if repeating it is of no use before the tab is shown anew. Returns the end.
 */
export function keepAnnounced(announce: (active: boolean) => Promise<boolean>, tab: Tab): () => void {
  let timer: number | undefined
  let announcedAt: number | undefined
  let isEnded = false
  const schedule = (ms: number) => {
    tab.clearTimeout(timer)
    if (!isEnded && !tab.document.hidden) timer = tab.setTimeout(() => void repeat(), ms)
  }
  const repeat = async () => {
    announcedAt = tab.performance.now()
    if (await announce(true)) schedule(everyMs)
  }
  const onTurn = () =>
    schedule(announcedAt === undefined ? firstMs : Math.max(0, announcedAt + minGapMs - tab.performance.now()))
  const leave = () => {
    tab.clearTimeout(timer)
    if (announcedAt !== undefined) void announce(false)
  }
  onTurn()
  tab.document.addEventListener('visibilitychange', onTurn)
  tab.addEventListener('pagehide', leave)
  return () => {
    isEnded = true
    tab.document.removeEventListener('visibilitychange', onTurn)
    tab.removeEventListener('pagehide', leave)
    leave()
  }
}
