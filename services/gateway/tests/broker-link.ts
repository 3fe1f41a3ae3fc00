import { EventEmitter, on, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Link = Awaited<ReturnType<typeof openLink>>

/** A connection to a server that a test can suspend. Neither end notices, as with a stopped process or a dead network. */
export async function openLink(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const held = new EventEmitter()
  let isHeld = false

  function forward(from: Socket, to: Socket) {
    sockets.add(from)
    from.on('data', (bytes) => {
      if (isHeld) held.emit('data', bytes.toString('latin1'))
      if (!to.write(bytes)) from.pause()
    })
    to.on('drain', () => from.resume())
    for (const event of ['end', 'error', 'close']) from.on(event, () => to.destroy())
  }

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    forward(near, far)
    forward(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    hold() {
      isHeld = true
      for (const socket of sockets) socket.cork()
    },
    /** Resolves once data that matches `pattern` was sent into the suspended link. */
    async sent(pattern: RegExp) {
      for await (const [text] of on(held, 'data')) if (pattern.test(text)) return
    },
    release() {
      isHeld = false
      for (const socket of sockets) socket.uncork()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
