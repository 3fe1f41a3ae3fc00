import type { ServerResponse } from 'node:http'

/** Returns a signal that aborts when the client disconnects before it has its answer. */
export function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  // An abort creates an error as its reason, which costs more than a small answer. After the answer nobody needs it.
  const end = () => response.writableFinished || controller.abort()
  if (response.destroyed) end()
  else response.once('close', end)
  return controller.signal
}
