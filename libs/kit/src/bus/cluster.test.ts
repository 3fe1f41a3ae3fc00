import events from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { type NatsCluster, startNatsCluster } from '@quire/embedded'
import { BaseConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { natsServers, openBus } from './bus.ts'
import { fetchMessages, Silence } from './fetch-messages.ts'

let cluster: NatsCluster
beforeAll(async () => {
  cluster = await startNatsCluster(3)
}, 60_000)
afterAll(() => cluster?.stop())

/** Repeats work that a cluster refuses while its members elect leaders. */
async function untilTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch {
      await setTimeout(200)
    }
  }
}

test('a process reads all again when a server that it is not connected to is killed: it may have delivered to the process', async () => {
  const [NATS_URL = ''] = cluster.url.split(',')
  const config = {
    NATS_URL,
    BUS_PREFIX: 'left',
    BUS_REPLICAS: '3',
    SECRETS_DIR: '/nowhere',
    PUBLIC_URL: 'http://x.test',
  }
  const bus = await openBus(BaseConfig.parse(config), 'test', createLog('test', 'silent'))
  const changed = bus.changed()
  const aborted = events.once(changed, 'abort')
  await cluster.kill(2)
  await aborted
  expect(bus.isConnected()).toBe(true)
  await bus.close()
  await cluster.start(2)
}, 60_000)

test('messages end when the server with their consumer is killed, and another consumer delivers the rest', async () => {
  const [one = ''] = cluster.url.split(',')
  const nats = await connect(natsServers(one))
  const manager = await untilTaken(() => jetstreamManager(nats, { timeout: 1000 }))
  const client = jetstream(nats, { timeout: 1000 })
  await untilTaken(() => manager.streams.add({ name: 'events', subjects: ['events'], num_replicas: 3 }))
  const consumerFrom = (opt_start_seq: number) =>
    untilTaken(() => client.consumers.get('events', { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq }))
  /** A consumer on a server that the client is not connected to. */
  async function elsewhere() {
    for (;;) {
      const consumer = await consumerFrom(1)
      const { cluster: held } = await untilTaken(() => consumer.info())
      const member = [1, 2].find((other) => cluster.nameOf(other) === held?.leader)
      if (member !== undefined) return { consumer, member }
    }
  }
  await untilTaken(() => client.publish('events', 'one'))
  const { consumer, member } = await elsewhere()
  const request = { max_messages: 10, expires: 10_000 }
  async function readOn() {
    for await (const _ of await fetchMessages(consumer, request)) await cluster.kill(member)
  }
  expect(await readOn().catch((error: unknown) => error)).toBeInstanceOf(Silence)
  await untilTaken(() => client.publish('events', 'two'))
  const rest: string[] = []
  for await (const message of await fetchMessages(await consumerFrom(2), { ...request, max_messages: 1 }))
    rest.push(message.string())
  expect(rest[0]).toBe('two')
  await nats.close()
}, 120_000)
