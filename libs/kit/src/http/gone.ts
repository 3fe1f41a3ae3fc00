import type { ServerResponse } from 'node:http'

/** Aborts when the client goes away before it has its answer. */
export function goneWith(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  // Making the reason of an abort costs more than a small answer; nobody waits for one that was given.
  const end = () => response.writableFinished || abort.abort()
  if (response.destroyed) end()
  else response.once('close', end)
  return abort.signal
}
