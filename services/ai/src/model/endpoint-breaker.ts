import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { EndpointFailure } from './endpoint-failure.ts'

/** Number of failures in a row after which the circuit opens. */
const maxConsecutiveFailures = 4
const openMs = 10_000

/**
 * A circuit breaker. After several failures in a row, requests fail at once as `paused` for a while: waiting for an
 * endpoint that is down would fill the queue.
 */
export function endpointBreaker() {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof EndpointFailure && !error.isOfInput),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(maxConsecutiveFailures) },
  )
  let pausedUntil = 0
  breaker.onBreak(() => {
    pausedUntil = performance.now() + openMs
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
