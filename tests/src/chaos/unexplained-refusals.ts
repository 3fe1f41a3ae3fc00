/** An injected fault and its time, in milliseconds of one clock. */
export interface InjectedFault {
  name: string
  from: number
  to: number | undefined
}

/** After the broker's return, services learn within this time what they missed. */
const learnedWithinMs = 15_000

/**
 * Returns refusals that no client should get. A bug (500) is never right. Another refusal is right only if the broker was
 * away a moment before: then a service may not know yet of a write that another one has acknowledged.
 */
export function refusalsWithoutReason(refused: { at: number; what: string }[], injected: InjectedFault[]): string[] {
  const broker = injected.filter(({ name }) => name.includes('NATS'))
  const isExplained = (at: number) =>
    broker.some(({ from, to }) => from <= at && at <= (to ?? Number.POSITIVE_INFINITY) + learnedWithinMs)
  return refused.filter(({ at, what }) => !(/ (403|404) /.test(what) && isExplained(at))).map(({ what }) => what)
}
