import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setInterval } from 'node:timers'

interface Attacker {
  port: number
  /** Undefined is nobody. */
  token: string | undefined
  /** What the proxy in front says of where it comes from. */
  address: string
}

/** Connections that a hostile caller holds; each has sent what it will send at once. */
export interface Attack {
  sockets: Socket[]
  /** Sends a byte on each, every so often. */
  drip(everyMs: number): void
  stop(): void
}

/** Opens `count` connections that begin a request and do not end it, or do not read its answer. */
export async function attack({ port, token, address }: Attacker, count: number, request: string): Promise<Attack> {
  const [line, ...rest] = request.split('\r\n')
  const who = token === undefined ? [] : [`Authorization: Bearer ${token}`]
  const text = [line, 'Host: x', `X-Forwarded-For: ${address}`, ...who, ...rest].join('\r\n')
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(text, resolve))
      return socket
    }),
  )
  let timer: NodeJS.Timeout | undefined
  return {
    sockets,
    drip(everyMs) {
      timer = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('x')
      }, everyMs)
    },
    stop() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Requests that a hostile caller leaves hanging, each in its own way. */
export const attacks = {
  'small bodies that do not end': 'POST /v1/write HTTP/1.1\r\nContent-Length: 1000\r\n\r\n{',
  'large bodies that do not end': 'POST /v1/write HTTP/1.1\r\nContent-Length: 500000\r\n\r\n{',
  'chunks that do not end': `POST /v1/write HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n11000\r\n${' '.repeat(69_632)}\r\n`,
  'answers that nobody reads': 'GET /v1/large HTTP/1.1\r\n\r\n',
  'streams that nobody ends': 'GET /v1/stream HTTP/1.1\r\n\r\n',
  'headers that do not end': 'POST /v1/write HTTP/1.1\r\nA: b\r\n',
}
