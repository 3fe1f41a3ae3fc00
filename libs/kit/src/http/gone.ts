import type { ServerResponse } from 'node:http'

/** Aborts when the client goes away before it has its answer. */
export function goneWith(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  // An abort makes an error as its reason, which costs more than a small answer. After the answer nobody needs it.
  const end = () => response.writableFinished || abort.abort()
  if (response.destroyed) end()
  else response.once('close', end)
  return abort.signal
}
