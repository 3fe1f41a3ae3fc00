import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

/** Its connections stay open until the other service closes them, and keep no process from ending. */
const agent = new Agent({ keepAlive: true })

interface Question {
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}

/**
 * Asks another service. It resolves once the answer begins, whatever its status. `fetch` takes twice the time for it. A
 * peer may close a kept connection while a question is on its way there: that is asked again, which its idempotency key
 * allows.
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
  // The connection may serve the next one as soon as the answer has ended: so that is what is given up, and not the
  // request, or by its own `signal` the connection.
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
