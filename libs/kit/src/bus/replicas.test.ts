import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { testBackends } from '@quire/embedded'
import { BaseConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { openBus } from './bus.ts'

const log = createLog('test', 'silent')

const openWith = (prefix: string, replicas: number) =>
  openBus(
    BaseConfig.parse({
      NATS_URL: testBackends().natsUrl,
      BUS_PREFIX: prefix,
      BUS_REPLICAS: String(replicas),
      SECRETS_DIR: '/nowhere',
      PUBLIC_URL: 'http://x.test',
    }),
    'test',
    log,
  )

test('a process does not start with replicas for a bus of one server, whether its stream is there or not', async () => {
  const prefix = `k_${randomBytes(6).toString('hex')}`
  const refusal = 'Configuration: BUS_REPLICAS: is 3, and the message bus is one server'
  await expect(openWith(prefix, 3)).rejects.toThrow(refusal)
  await (await openWith(prefix, 1)).close()
  await expect(openWith(prefix, 3)).rejects.toThrow(refusal)
})
