import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Server } from './find-server.ts'

const timeoutMs = 120_000
/** Longer than a database that was killed needs to come back. */
const patienceMs = 90_000

/** Sends JSON to the interface of a server; returns the body of the answer. */
export type Send = (method: string, path: string, body?: object) => Promise<unknown>

/**
 * Returns a client that sees its own writes and waits while a part of the server is away. Its errors are one line that says
 * what to do.
 */
export function clientOf({ url, token }: Server): Send {
  let seen: string | undefined
  return async (method, path, body) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(seen !== undefined && { 'X-Quire-Consistency': seen }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }),
    }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const send = () =>
      fetch(`${url}/v1${path}`, { ...request, signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
        throw new Error(`${url} does not answer: is the server running, and is --url its address?`)
      })
    const until = Date.now() + patienceMs
    let answer = await send()
    for (;;) {
      const waitMs = Number(answer.headers.get('retry-after')) * 1000
      if (answer.status !== 503 || !(waitMs > 0) || Date.now() + waitMs > until) break
      await answer.body?.cancel()
      await setTimeout(waitMs)
      answer = await send()
    }
    seen = answer.headers.get('x-quire-consistency') ?? seen
    const text = await answer.text()
    if (answer.status === 401)
      throw new Error('The token is not valid here: set QUIRE_TOKEN or --token to another one.')
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${messageOf(text)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** Returns the words of a refusal, or the start of an answer that is none of the interface. */
export function messageOf(text: string): string {
  try {
    return JSON.parse(text).error.message
  } catch {
    return text.slice(0, 200)
  }
}

export const Named = z.object({ id: z.string(), title: z.string().optional() })

const List = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.object({ page: z.string() }).optional() })

/** Reads all pages of a list. */
export async function allOf<Item extends z.ZodType>(send: Send, path: string, item: Item): Promise<z.output<Item>[]> {
  const found: z.output<Item>[] = []
  for (let page: string | undefined = ''; page !== undefined; ) {
    const list = List(item).parse(await send('GET', `${path}?limit=1000${page && `&page=${encodeURIComponent(page)}`}`))
    found.push(...list.items)
    page = list.next?.page
  }
  return found
}
