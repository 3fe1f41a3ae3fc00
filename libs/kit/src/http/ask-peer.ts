import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

/** Reuses connections until the other service closes them; they keep no process from ending. */
const agent = new Agent({ keepAlive: true })

interface Question {
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}

/**
 * Sends a request to another service, and resolves once the answer begins, whatever its status. `fetch` takes twice the
 * time. A peer may close a reused connection while a request is on its way: the request is then sent again, which its
 * idempotency key allows.
 */
export function askPeer(url: string, question: Question): Promise<IncomingMessage> {
  const { method, headers, body, signal } = question
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = request(url, { method, headers, agent }).on('error', (error: NodeJS.ErrnoException) => {
    const wasClosed = outgoing.reusedSocket && underWay === outgoing && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
    if (wasClosed && !signal.aborted) resolve(askPeer(url, question))
    else reject(error)
  })
  let underWay: ClientRequest | IncomingMessage = outgoing
  // The connection may serve the next request as soon as the answer has ended. So an abort destroys the answer once there
  // is one; destroying the request, or passing it a `signal`, would destroy the connection.
  const giveUp = () => underWay.destroy(signal.reason)
  signal.addEventListener('abort', giveUp)
  outgoing.once('response', (answer) => {
    underWay = answer
    resolve(answer)
  })
  outgoing.once('close', () => signal.removeEventListener('abort', giveUp)).end(body)
  if (signal.aborted) giveUp()
  return promise
}
