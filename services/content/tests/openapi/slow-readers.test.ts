import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openApiVersionOperations } from '@quire/contracts'
import { acme } from '../world.ts'
import { petstore, startWithSource } from './processing.ts'

let at: Awaited<ReturnType<typeof startWithSource>>
beforeAll(async () => {
  at = await startWithSource()
})
afterAll(() => at.stop())

/** Stands before the service like so many readers who take nothing of their answers until they are told to. */
async function slowReaders(port: number, most: number) {
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
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

test.each(['getLatestOpenAPISpecVersionContent', 'getLatestOpenAPISpecVersionContentRaw'] as const)(
  'memory holds nothing of what %s answers to those who read slowly',
  async (id) => {
    const text = JSON.stringify(petstore('x'.repeat(1_500_000)))
    await at.put('long', { text })
    const readers = await slowReaders(at.world.test.service.port, 10)
    const call = at.world.test.callAt(readers.port)
    const params = { organizationId: acme, specSlug: 'long' }
    const before = heldBytes()
    const asked = Array.from({ length: 10 }, () => call(openApiVersionOperations[id], { as: 'rex', params }))
    await readers.begun
    const grown = heldBytes() - before
    readers.read()
    for (const { status, bytes } of await Promise.all(asked))
      expect([status, bytes.length > text.length]).toEqual([200, true])
    expect(grown).toBeLessThan(text.length * 4)
    readers.close()
  },
)
