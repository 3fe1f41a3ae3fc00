import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setInterval } from 'node:timers'

export interface Attacker {
  port: number
  /** Undefined for a caller without a token. */
  token: string | undefined
  /** The client's address, as the proxy in front reports it. */
  address: string
}

/** Connections that a hostile caller holds; each has sent its first bytes. */
export interface Attack {
  sockets: Socket[]
  /** Sends a byte on each connection every `everyMs`, as a chunk if the body is chunked. */
  drip(everyMs: number): void
  /** Replaces each connection that the gateway closes. */
  persist(): void
  /** Sends the request again on each connection as soon as it is answered. */
  flood(): void
  /** The number of connections that were opened in all. */
  opened(): number
  stop(): void
}

/** Opens `count` connections that begin a request and do not end it, or do not read its answer. */
export async function attack({ port, token, address }: Attacker, count: number, request: string): Promise<Attack> {
  const [line, ...rest] = request.split('\r\n')
  const who = token === undefined ? [] : [`Authorization: Bearer ${token}`]
  const text = [line, 'Host: x', `X-Forwarded-For: ${address}`, ...who, ...rest].join('\r\n')
  const byte = request.includes('chunked') ? '1\r\nx\r\n' : 'x'
  const sockets: Socket[] = []
  let opened = 0
  let persists = false
  let floods = false
  let timer: NodeJS.Timeout | undefined

  async function open(index: number) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets[index] = socket
    opened += 1
    socket.once('close', () => {
      // Reconnects after a delay, as a stubborn person would; at once would be another attack.
      if (persists) setTimeout(() => persists && open(index), 100)
    })
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(text, resolve))
    if (floods) repeat(socket)
  }
  const repeat = (socket: Socket) => socket.on('data', () => socket.write(text))
  await Promise.all(Array.from({ length: count }, (_, index) => open(index)))

  return {
    sockets,
    drip(everyMs) {
      timer = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write(byte)
      }, everyMs)
    },
    persist() {
      persists = true
    },
    flood() {
      floods = true
      for (const socket of sockets) repeat(socket)
    },
    opened: () => opened,
    stop() {
      persists = false
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Requests that a hostile caller leaves unfinished, each in its own way. */
export const attacks = {
  'small bodies that do not end': 'POST /v1/write HTTP/1.1\r\nContent-Length: 1000\r\n\r\n{',
  'large bodies that do not end': 'POST /v1/write HTTP/1.1\r\nContent-Length: 500000\r\n\r\n{',
  'chunks that do not end': `POST /v1/write HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n11000\r\n${' '.repeat(69_632)}\r\n`,
  'answers that nobody reads': 'GET /v1/large HTTP/1.1\r\n\r\n',
  'streams that nobody ends': 'GET /v1/stream HTTP/1.1\r\n\r\n',
  'headers that do not end': 'POST /v1/write HTTP/1.1\r\nA: b\r\n',
}
