import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Starts a proxy of the service for clients that read nothing of their answers until `read` is called. */
export async function slowReaders(port: number, max: number) {
  const waiting: (() => void)[] = []
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const server = createServer((client) => {
    const answer = connect(port, '127.0.0.1')
    client.pipe(answer)
    answer.once('readable', () => {
      waiting.push(() => void answer.pipe(client))
      if (waiting.length === max) resolve()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves when the first bytes of all answers have arrived. */
    begun,
    read() {
      for (const go of waiting) go()
    },
    close: () => server.close(),
  }
}

const turns = 5

/** Measures the bytes in memory that are still referenced after pending work has run. */
export async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < turns; turn += 1) {
    await setImmediate()
    collect()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    least = Math.min(least, arrayBuffers + heapUsed)
  }
  return least
}
