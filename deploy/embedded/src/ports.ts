import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a TCP port of 127.0.0.1 that was free a moment ago. */
export const freePort = (): Promise<number> => freeRange(1)

/** True if a TCP port of 127.0.0.1 can be listened on. */
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

/**
 * Returns the first of `count` consecutive ports that were free a moment ago. The ports are below those that the system
 * gives to outgoing connections: such a connection could take the port of a server while that starts again.
 */
export async function freeRange(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(10_000, 30_000)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean)) return first
  }
}
