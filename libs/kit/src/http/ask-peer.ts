import type { ClientRequest, IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { activeSpan, endingSpan } from '../tracing/active-span.ts'
import { neverOpened } from './never-opened.ts'
import { PeerAgent } from './peer-agent.ts'

/** Reuses connections until the other service closes them; they keep no process from ending. */
const agent = new PeerAgent({ keepAlive: true })

interface Question {
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}

/**
 * Sends a request to another service, and resolves once the answer begins, whatever its status. `fetch` takes twice the
 * time. A replica of the peer may close a connection or end while a request is on its way: the request is then sent again,
 * which its idempotency key allows. A request that ended two replicas is not sent to a third.
 */
export function askPeer(url: string, question: Question): Promise<IncomingMessage> {
  // Only services of this system are asked, so the trace may go on there.
  const span = activeSpan()?.child(question.method, 'client', {
    'http.request.method': question.method,
    'server.address': new URL(url).host,
  })
  if (!span) return send(url, question, 1)
  const headers = { ...question.headers, traceparent: span.traceparent }
  return endingSpan(span, async () => {
    const answer = await send(url, { ...question, headers }, 1)
    span.set({ 'http.response.status_code': answer.statusCode ?? 0 })
    return answer
  })
}

/** Requests that may break off on a new connection; a kept one may have been closed before the request came. */
const maxBroken = 2

function send(url: string, question: Question, attempt: number): Promise<IncomingMessage> {
  const { method, headers, body, signal } = question
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = request(url, { method, headers, agent }).on('error', (error: NodeJS.ErrnoException) => {
    const isBroken = underWay === outgoing && (neverOpened(error) || /^(ECONNRESET|EPIPE)$/.test(error.code ?? ''))
    const broken = outgoing.reusedSocket ? attempt : attempt + 1
    if (isBroken && !signal.aborted && broken <= maxBroken) resolve(send(url, question, broken))
    else reject(error)
  })
  let underWay: ClientRequest | IncomingMessage = outgoing
  // The connection may serve the next request as soon as the answer has ended. So an abort destroys the answer once there
  // is one; destroying the request, or passing it a `signal`, would destroy the connection.
  const giveUp = () => underWay.destroy(signal.reason)
  signal.addEventListener('abort', giveUp)
  outgoing.once('response', (answer) => {
    agent.heed(answer)
    underWay = answer
    resolve(answer)
  })
  outgoing.once('close', () => signal.removeEventListener('abort', giveUp)).end(body)
  if (signal.aborted) giveUp()
  return promise
}

/** The answer to a question without a body: its status, and its JSON if the status is below 300. */
export async function askPeerForJson(
  url: string,
  question: Omit<Question, 'body'>,
): Promise<{ status: number; body: unknown }> {
  const answer = await askPeer(url, { ...question, body: undefined })
  const { statusCode: status = 500 } = answer
  if (status < 300) return { status, body: await json(answer) }
  answer.resume()
  return { status, body: undefined }
}
