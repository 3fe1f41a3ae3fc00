import { Agent, request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: unknown
}

/** Sends one request with a JSON body and reads the whole answer, whatever its status. */
export type Send = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

/** A client over kept-alive connections, lighter than fetch: it shares the machine with what it measures. */
export function clientOf(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Send {
  const agent = new Agent({ keepAlive: true })
  return (method, path, body, more) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const payload = body && JSON.stringify(body)
    const sent = { ...headers, ...more, ...(payload && { 'content-type': 'application/json' }) }
    const outgoing = request(new URL(path, url), { method, agent, headers: sent, signal }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer
      const read = received['content-type']?.includes('json') ? json(answer) : text(answer)
      read.then((content) => resolve({ status, headers: received, body: content }), reject)
    })
    outgoing.once('error', reject)
    outgoing.end(payload)
    return promise
  }
}

/** What a request that must succeed answered; throws with the answer where it did not. */
export async function must(sending: Promise<Answer>): Promise<unknown> {
  const { status, body } = await sending
  if (status >= 200 && status < 300) return body
  throw new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
}

const mostAttempts = 60

/** Sends again what is answered 503, after the time that the answer asks for. */
export const patient =
  (send: Send): Send =>
  async (...request) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(...request)
      const seconds = Number(answer.headers['retry-after'])
      if (answer.status !== 503 || !(seconds > 0) || attempt === mostAttempts) return answer
      await delay(seconds * 1000)
    }
  }
