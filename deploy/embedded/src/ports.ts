import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether a TCP port of 127.0.0.1 can be listened on. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** The first of `count` ports in a row that were free a moment ago, below those that the system gives to connections. */
export async function freeRange(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(10_000, 30_000)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean)) return first
  }
}
