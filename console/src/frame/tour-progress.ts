/** The part of the tour that somebody is in: until their first merge, until a site is published, and after that. */
export type TourStage = (typeof stages)[number]

const stages = ['write', 'publish', 'done'] as const
/** The name under which this browser stores the stage, and the event of its change. */
const running = 'quire-tour'
const left = 'quire-tour-left'

/** Returns the stage of the tour that is running in this browser; null if none is. */
export const runningTour = (): TourStage | null => stages.find((one) => one === localStorage.getItem(running)) ?? null

/** Calls back when the tour begins, goes on or ends, in this tab or in another one. Returns a function that stops that. */
export function watchTour(listener: () => void) {
  const events = [running, 'storage']
  for (const one of events) addEventListener(one, listener)
  return () => {
    for (const one of events) removeEventListener(one, listener)
  }
}

const changed = () => dispatchEvent(new Event(running))

export function enterTour(stage: TourStage) {
  localStorage.setItem(running, stage)
  changed()
}

/** True if somebody has left the tour before its end. */
export const isTourLeft = () => localStorage.getItem(left) !== null

/** Begins the tour, or goes on where it was left. */
export const startTour = () => enterTour(localStorage.getItem(left) === 'publish' ? 'publish' : 'write')

/** Ends the tour, which `startTour` goes on with unless it was done. */
export function leaveTour(stage: TourStage) {
  if (stage === 'done') localStorage.removeItem(left)
  else localStorage.setItem(left, stage)
  localStorage.removeItem(running)
  changed()
}
