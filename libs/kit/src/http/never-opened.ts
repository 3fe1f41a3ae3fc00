const refused = new Set(['ECONNREFUSED', 'EAI_AGAIN'])
const failedToConnect = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * True if a request failed before any connection was opened, so that no replica has begun anything. Where a name has several
 * addresses Node reports all that failed as one error with the code of the first: an address counts as timed out even if
 * only this process was too busy to notice that it had accepted.
 */
export function neverOpened(error: Error & { code?: string; syscall?: string }): boolean {
  if (error instanceof AggregateError) return true
  const { code = '', syscall } = error
  return refused.has(code) || (syscall === 'connect' && failedToConnect.has(code))
}
