import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { EndpointFailure } from './failure.ts'

/** So many failures in a row, and nothing is sent for a while. */
const failuresTolerated = 4
const pauseMs = 10_000

/**
 * Leaves an endpoint alone for a while that failed several times in a row: what is asked of it meanwhile fails at once, as
 * paused. Waiting for an endpoint that is away would fill the queue.
 */
export function endpointBreaker() {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof EndpointFailure && !error.isOfInput),
    { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(failuresTolerated) },
  )
  let pausedUntil = 0
  breaker.onBreak(() => {
    pausedUntil = performance.now() + pauseMs
  })

  return {
    isPaused: () => performance.now() < pausedUntil,
    async execute<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await breaker.execute(work)
      } catch (error) {
        throw error instanceof BrokenCircuitError ? new EndpointFailure('paused') : error
      }
    },
  }
}
