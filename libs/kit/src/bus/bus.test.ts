import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { testBackends } from '@quire/embedded'
import { BaseConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { openBus } from './bus.ts'
import { watchRevocations } from './revocation-watch.ts'

test('a watch that is beginning when a process lets go of the broker begins and ends on an open connection', async () => {
  const log = createLog('test', 'silent')
  const BUS_PREFIX = `k_${randomBytes(6).toString('hex')}`
  const config = { NATS_URL: testBackends().natsUrl, BUS_PREFIX, SECRETS_DIR: '/nowhere', PUBLIC_URL: 'http://x.test' }
  const bus = await openBus(BaseConfig.parse(config), 'test', log)
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
