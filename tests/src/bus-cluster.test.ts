import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { examine } from '@quire/doctor'
import { type NatsCluster, startNatsCluster } from '@quire/embedded'
import { BaseConfig, type Bus, createLog, openBus } from '@quire/kit'
import { castOf } from './chaos/cast.ts'
import { violations } from './chaos/violations.ts'
import { subjectOfProcesses } from './support/doctor-subject.ts'
import { createClient, seededRandom } from './support/load-client.ts'
import { prepare, work } from './support/load-worker.ts'
import { type Processes, startProcesses } from './support/processes.ts'
import { settled } from './support/system-databases.ts'
import { createTally } from './support/tally.ts'
import { createWriteLog } from './support/write-log.ts'

const members = [0, 1, 2]
let cluster: NatsCluster
let system: Processes
let cast: Awaited<ReturnType<typeof castOf>>
let bus: Bus

beforeAll(async () => {
  cluster = await startNatsCluster(members.length)
  // The services wait until the members have found each other.
  system = await startProcesses({
    settings: { NATS_URL: cluster.url, BUS_REPLICAS: '3', START_WAIT_MS: '120000' },
  })
  cast = await castOf(system)
  bus = await openBus(BaseConfig.parse(system.base), 'test', createLog('test', 'silent'))
}, 240_000)
afterAll(async () => {
  await bus?.close()
  await system?.stop()
  await system?.remove()
  await cluster?.stop()
}, 60_000)

type StreamInfo = Awaited<ReturnType<Bus['manager']['streams']['info']>>

const streamNames = ['quire', 'KV_quire_revocations']

/** The streams, once all of them are as wanted; a cluster that elects a leader does not answer for a moment. */
async function streamsThat(areWanted: (streams: StreamInfo[]) => boolean): Promise<StreamInfo[]> {
  for (;;) {
    const found = await Promise.all(streamNames.map((name) => bus.manager.streams.info(name))).catch(() => [])
    if (found.length > 0 && areWanted(found)) return found
    await setTimeout(200)
  }
}

const isWhole = ({ cluster }: StreamInfo) =>
  cluster?.leader !== undefined && cluster.replicas?.length === 2 && cluster.replicas.every((one) => one.current)
const untilWhole = () => streamsThat((streams) => streams.every(isWhole))

/** The member that takes the events, whose end is felt most. */
async function leader(): Promise<number> {
  const [events] = await streamsThat((streams) => streams.every(({ cluster }) => cluster?.leader !== undefined))
  return members.find((one) => cluster.nameOf(one) === events?.cluster?.leader) ?? 0
}

const portOf = (member: number) => new URL(cluster.url.split(',')[member] ?? '').port
const doesNotAnswer = (member: number) =>
  expect.stringMatching(`^problem: nats://…@127.0.0.1:${portOf(member)} does not answer`)

const busFindings = async () =>
  (await examine(subjectOfProcesses(system)))
    .filter(({ part }) => part === 'Message bus')
    .map(({ level, text }) => `${level}: ${text}`)

test('a bus of three servers loses nothing when the one that takes the events is killed, and all services go on', async () => {
  const counting = createTally()
  const writeLog = createWriteLog()
  const workers = await Promise.all(
    cast.authors.slice(0, 4).map(async (author, n) => {
      const client = createClient(author, { system, counting, writeLog, random: seededRandom(n) })
      return { client, holdings: await prepare(client, cast) }
    }),
  )
  let isOver = false
  const load = workers.map(({ client, holdings }, n) =>
    work(client, cast, holdings, seededRandom(100 + n), () => isOver),
  )
  try {
    await counting.more(30)
    const member = await leader()
    await cluster.kill(member)
    await counting.more(60)
    expect(await busFindings()).toContainEqual(doesNotAnswer(member))
    await cluster.start(member)
    await counting.more(30)
  } finally {
    isOver = true
    await Promise.all(load)
  }
  await untilWhole()
  await settled(system)
  const { people, passing } = cast
  const { found } = await violations(system, { workers, people, passing, writeLog, losses: [] })
  const { failures, wrong } = counting.tally
  // A client whose server is killed may have no answer; the others are told when to try again.
  const broken = failures.filter(({ status }) => status !== undefined)
  expect({ found, broken, wrong }).toEqual({ found: [], broken: [], wrong: [] })
  expect(await busFindings()).toContainEqual('fine: 3 servers hold each of the streams')
}, 240_000)

/** What the broker holds of another system, after a process with this setting, or with none, has started. */
async function heldWith(prefix: string, replicas?: string, work?: (bus: Bus) => Promise<unknown>) {
  const { BUS_REPLICAS: _, ...others } = system.base
  const setting = replicas === undefined ? {} : { BUS_REPLICAS: replicas }
  const base = { ...others, ...setting, BUS_PREFIX: prefix, BUS_MAX_BYTES: String(1024 ** 2) }
  const opened = await openBus(BaseConfig.parse(base), 'test', createLog('test', 'silent'))
  try {
    await work?.(opened)
    const names = [prefix, `KV_${prefix}_revocations`]
    const found = await Promise.all(names.map((name) => opened.manager.streams.info(name)))
    return found.map(({ config, state }) => ({ replicas: config.num_replicas, messages: state.messages }))
  } finally {
    await opened.close()
  }
}

test('stream and bucket have the replicas of the setting that came last, lose nothing by that, and stay as they are without one', async () => {
  const both = (replicas: number, messages: number) => Array(2).fill({ replicas, messages })
  const write = (to: Bus) =>
    Promise.all([to.jetstream.publish(to.eventSubject('thing'), ''), to.revocations.put('thing.one', '')])
  expect(await heldWith('whole', '3')).toEqual(both(3, 0))
  expect(await heldWith('changed', '1', write)).toEqual(both(1, 1))
  expect(await heldWith('changed', '3')).toEqual(both(3, 1))
  expect(await heldWith('changed')).toEqual(both(3, 1))
  expect(await heldWith('changed', '1')).toEqual(both(1, 1))
}, 120_000)
