/** A request that a client should not see fail while nothing fails. */
export interface RequestFailure {
  /** The time at which the client knew of it, by `performance.now()`. */
  at: number
  /** Undefined if there was no answer. */
  status: number | undefined
  /** True for a read, and for a write with an `Idempotency-Key`. */
  isRepeatable: boolean
  what: string
}

/** False for any 5xx but 503 with the time of the next attempt. */
const isExplained = ({ status, headers }: Response): boolean =>
  status < 500 || (status === 503 && headers.has('retry-after'))

/** Sends a request as `fetch` does, and adds it to `failures` if its answer is an unexplained 5xx, or none comes. */
export async function fetchNoting(failures: RequestFailure[], url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET' } = init
  const note = (status: number | undefined, outcome: string) =>
    failures.push({
      at: performance.now(),
      status,
      isRepeatable: method === 'GET' || new Headers(init.headers).has('idempotency-key'),
      what: `${method} ${new URL(url).pathname} ${outcome}`,
    })
  try {
    const response = await fetch(url, init)
    if (!isExplained(response)) note(response.status, `${response.status}`)
    return response
  } catch (error) {
    const { name, code, cause } = Object(error)
    note(undefined, `had no answer: ${cause?.code ?? code ?? name}`)
    throw error
  }
}
