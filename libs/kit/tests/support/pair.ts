import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { EventDefinition, EventEnvelope } from '@quire/contracts'
import { copiedDatabase, dropDatabase, ensureTestSecrets, testBackends } from '@quire/embedded'
import type { Kysely } from 'kysely'
import type { ZodType, z } from 'zod'
import {
  createLog,
  DatabaseConfig,
  type KitTables,
  migrate,
  migrationsOf,
  openBus,
  outboxRow,
  type RunningService,
  type ServiceDefinition,
  startService,
  streamIdentity,
} from '../../src/index.ts'
import { type OwnerHooks, type OwnerTables, ownerWith } from './owner-service.ts'
import { type KnownThing, knownThings, type ReaderHooks, type ReaderTables, readerWith } from './reader-service.ts'
import { requestsTo } from './send-requests.ts'

export { rule, thing } from './nouns.ts'
export { ownerOperations, readerOperations } from './pair-operations.ts'
export { projectionsOf } from './reader-service.ts'
export { principalFor } from './send-requests.ts'

const settledTimeoutMs = 15_000

export type Pair = Awaited<ReturnType<typeof startPair>>

/** Settings and behaviour of the pair's processes. */
interface PairOptions {
  env?: Record<string, string>
  owner?: Partial<OwnerHooks>
  reader?: Partial<ReaderHooks>
}

/** Starts two small services, one of which projects the other's events, on real PostgreSQL and NATS. */
export async function startPair({ env = {}, owner: ownerPart, reader: readerPart }: PairOptions = {}) {
  const { natsUrl } = testBackends()
  const id = `k_${randomBytes(6).toString('hex')}`
  const secrets = await mkdtemp(join(tmpdir(), 'quire-kit-'))
  ensureTestSecrets(secrets)
  const hooks = {
    owner: { barred: new Set<string>(), ...ownerPart },
    reader: { barred: new Set<string>(), ...readerPart },
  }
  const definitions = { owner: ownerWith(hooks.owner), reader: readerWith(hooks.reader) }
  const configOf = async (name: 'owner' | 'reader') =>
    DatabaseConfig.parse({
      DATABASE_URL: await migratedDatabase(`${id}_${name}`, definitions[name].schema),
      NATS_URL: natsUrl,
      BUS_PREFIX: id,
      SECRETS_DIR: secrets,
      PUBLIC_URL: 'http://quire.test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      CHECK_REPLIES: 'true',
      DATABASE_POOL: '10',
      // A database server that all tests share is busy for seconds at times.
      DATABASE_ACQUIRE_TIMEOUT_MS: '15000',
      ...env,
    })
  const configs = { owner: await configOf('owner'), reader: await configOf('reader') }
  const bus = await openBus(configs.owner, 'test', createLog('test', 'silent'))
  const startOwner = () => startService(definitions.owner, configs.owner)
  const startReader = () => startService(definitions.reader, configs.reader)
  const [owner, reader] = await Promise.all([startOwner(), startReader()])
  const running = { owner, reader }

  const pair = {
    bus,
    hooks,
    configs,
    running,
    startOwner,
    startReader,
    owner: requestsTo(configs.owner, () => running.owner.port),
    reader: requestsTo(configs.reader, () => running.reader.port),
    readerAt: ({ port }: RunningService) => requestsTo(configs.reader, () => port),
    ownerSql: () => sqlOf<OwnerTables & KitTables>(running.owner),
    readerSql: () => sqlOf<ReaderTables & KitTables>(running.reader),
    known: () => knownThings(sqlOf<ReaderTables>(running.reader)),
    /** Publishes envelopes unchanged, one after another. */
    async publish(...envelopes: EventEnvelope[]) {
      for (const envelope of envelopes) await publish(envelope)
    },
    async publishEvent<Data extends ZodType>(event: EventDefinition<Data>, data: z.input<Data>) {
      await publish(outboxRow(event, data).envelope)
    },
    /** Resolves when the reader has applied everything that is in the stream by now. */
    async settled() {
      const { id: stream, last: sequence } = await streamIdentity(bus)
      const { positions } = running.reader.foundation
      if (!(await positions.reached('content', { stream, sequence }, settledTimeoutMs))) throw new Error('not applied')
    },
    async stop() {
      await Promise.all([running.owner.close(), running.reader.close()])
      await bus.manager.streams.delete(bus.stream)
      await bus.manager.streams.delete(`KV_${bus.stream}_revocations`)
      await bus.close()
      for (const name of ['owner', 'reader']) await dropDatabase(testBackends().postgresUrl, `${id}_${name}`)
      await rm(secrets, { recursive: true })
    },
  }

  // A state that is published twice gets another message id each time, so that every publication counts.
  const publish = (envelope: EventEnvelope) =>
    bus.jetstream.publish(bus.eventSubject(envelope.type), JSON.stringify(envelope), { msgID: crypto.randomUUID() })

  await running.reader.untilReady()
  await untilCompared(running.owner)
  return pair
}

const migratedDatabase = (name: string, schema: ServiceDefinition['schema']) =>
  copiedDatabase(testBackends().postgresUrl, {
    name,
    source: migrationsOf(schema).map(String).join('\n'),
    make: (DATABASE_URL) => migrate({ DATABASE_URL }, schema),
  })

/** Access to the rows of a service's database. */
const sqlOf = <Tables>(service: RunningService) =>
  service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>

/** Returns the reasons that a service reports for not being ready. */
export async function waitingFor({ port }: RunningService): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`)
  return ((await response.json()) as { waitingFor: string[] }).waitingFor
}

/** Resolves once a service reports the wanted reasons; checks whenever a projector announces its position. */
export function untilWaiting(service: RunningService, wanted: (reasons: string[]) => boolean): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const look = () => {
      waitingFor(service).then((reasons) => {
        if (!wanted(reasons)) return
        stop()
        resolve(reasons)
      }, reject)
    }
    const stop = service.foundation.positions.subscribe(look)
    look()
  })
}

/**
 * Resolves when an owner has compared its outbox with the stream for the first time. Events that a test publishes before
 * that, without the outbox, would look as if the owner had lost them, and it would repeat its states.
 */
async function untilCompared(owner: RunningService): Promise<void> {
  for (let waitedMs = 0; waitedMs < settledTimeoutMs; waitedMs += 20) {
    const { stream } = await sqlOf<KitTables>(owner)
      .selectFrom('incarnation')
      .select('stream')
      .executeTakeFirstOrThrow()
    if (stream) return
    await setTimeout(20)
  }
  throw new Error('the owner has not compared its outbox with the stream')
}

/** Ids and titles of known things, without the number of times that they were applied. */
export const statesOf = (things: KnownThing[]) => things.map(({ id, title, version }) => ({ id, title, version }))
