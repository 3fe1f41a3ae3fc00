import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
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

/** Bytes in memory that something holds. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
