/** How often work of a queue may fail before it is parked, and the pauses between: twice as long each time. */
export interface Patience {
  attempts: number
  firstPauseMs: number
}

/** Gives up after two minutes. */
export const usualPatience: Patience = { attempts: 8, firstPauseMs: 1000 }
