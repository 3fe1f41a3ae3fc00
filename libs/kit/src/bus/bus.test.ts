import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { testBackends } from '@quire/embedded'
import { BaseConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { openBus } from './bus.ts'
import { watchRevocations } from './revocation-watch.ts'
import { revocationKey } from './revoked-ranges.ts'

const log = createLog('test', 'silent')

function openTestBus() {
  const BUS_PREFIX = `k_${randomBytes(6).toString('hex')}`
  const config = { NATS_URL: testBackends().natsUrl, BUS_PREFIX, SECRETS_DIR: '/nowhere', PUBLIC_URL: 'http://x.test' }
  return openBus(BaseConfig.parse(config), 'test', log)
}

test('a watch that is beginning when a process lets go of the broker begins and ends on an open connection', async () => {
  const bus = await openTestBus()
  const watch = bus.revocations.watch.bind(bus.revocations)
  const begins = Promise.withResolvers<void>()
  let isOpen: boolean | undefined
  bus.revocations.watch = async () => {
    begins.resolve()
    const watching = await watch()
    isOpen = !bus.connection.isClosed()
    return watching
  }
  watchRevocations(bus, log)
  await begins.promise
  await bus.close()
  expect(isOpen).toBe(true)
})

test('a revocation arrives although the broker has lost the consumer that should deliver it', async () => {
  const bus = await openTestBus()
  const revocations = watchRevocations(bus, log)
  await bus.revocations.put(revocationKey('thing', 'early'), '')
  await revocations.learned(revocationKey('thing', 'early'))
  const bucket = `KV_${bus.stream}_revocations`
  for await (const { name } of bus.manager.consumers.list(bucket)) await bus.manager.consumers.delete(bucket, name)
  await bus.revocations.put(revocationKey('thing', 'late'), '')
  await revocations.learned(revocationKey('thing', 'late'))
  await bus.close()
  expect(revocations.keysOf('thing').sort()).toEqual(['early', 'late'])
})
