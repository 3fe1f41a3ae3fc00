import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that an endpoint received. */
interface Received {
  path: string | undefined
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read it as the message's shape
  body: any
}

/** Starts an endpoint of an integration: start the world with its `host` in `OUTBOUND_ALLOW`. */
export async function startReceiver() {
  const received: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let answer: { status: number; body?: unknown } = { status: 204 }
  let held: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const text = Buffer.concat(pieces).toString()
    received.push({ path: request.url, headers: request.headers, text, body: JSON.parse(text) })
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    await held
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/hook`,
    received,
    /** Answers all later requests so. */
    answerWith(status: number, body?: unknown) {
      answer = { status, body }
    },
    /** Delays all answers until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    /** Resolves with the requests once there are so many. */
    async upTo(count: number): Promise<Received[]> {
      await new Promise<void>((resolve) => {
        if (received.length >= count) resolve()
        else waiting.push({ count, resolve })
      })
      return received
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
