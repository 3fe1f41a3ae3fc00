import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Stands before the service like so many readers who take nothing of their answers until they are told to. */
export async function slowReaders(port: number, most: number) {
  const waiting: (() => void)[] = []
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const server = createServer((client) => {
    const answer = connect(port, '127.0.0.1')
    client.pipe(answer)
    answer.once('readable', () => {
      waiting.push(() => void answer.pipe(client))
      if (waiting.length === most) resolve()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** The first bytes of all answers are there. */
    begun,
    read() {
      for (const go of waiting) go()
    },
    close: () => server.close(),
  }
}

const turns = 5

/** Bytes in memory that something holds, and not only until what is under way has its turn. */
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
