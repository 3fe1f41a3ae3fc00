import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { testBackends } from '@quire/embedded'
import { BaseConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { openBus } from './bus.ts'
import { watchRevocations } from './revocation-watch.ts'
import { revocationKey } from './revoked-ranges.ts'

const log = createLog('test', 'silent')

function openTestBus(natsUrl = testBackends().natsUrl) {
  const BUS_PREFIX = `k_${randomBytes(6).toString('hex')}`
  const config = { NATS_URL: natsUrl, BUS_PREFIX, SECRETS_DIR: '/nowhere', PUBLIC_URL: 'http://x.test' }
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

test('closing does not wait for a broker that is away, whose address accepts connections and says nothing', async () => {
  const url = new URL(testBackends().natsUrl)
  const broker = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let isAway = false
  const between = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    if (isAway) return void between.emit('silent')
    const onward = connect(broker).on('error', () => undefined)
    socket.pipe(onward).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`
  const bus = await openTestBus(url.href)
  isAway = true
  const silent = once(between, 'silent')
  for (const socket of sockets) socket.destroy()
  await silent
  await bus.close()
  expect(bus.connection.isClosed()).toBe(true)
  for (const socket of sockets) socket.destroy()
  between.close()
})
