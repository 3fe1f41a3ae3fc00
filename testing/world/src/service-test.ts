import { randomBytes } from 'node:crypto'
import type { EventDefinition, EventEnvelope, Noun } from '@quire/contracts'
import { heldTransactions } from '@quire/embedded'
import { createLog, DatabaseConfig, loadConfig, openBus, type RunningService, type ServiceDefinition } from '@quire/kit'
import type { ZodType, z } from 'zod'
import { callerOf } from './service-test/calls.ts'
import { makeEnvironment } from './service-test/environment.ts'
import { playNeighbours } from './service-test/neighbours.ts'
import { openPublication } from './service-test/publication.ts'

export type { Answer, As, CallInput } from './service-test/calls.ts'
export { nextStatement, onStatements } from './service-test/statements.ts'

/** One real service on real PostgreSQL and NATS. Its test plays the gateway and the other services. */
export interface ServiceTest {
  service: RunningService
  /** The environment that the service was started with. */
  env: NodeJS.ProcessEnv
  /** Sends one operation as the gateway would. */
  call: ReturnType<typeof callerOf>
  /** The same to another process of the service. */
  callAt: (port: number) => ReturnType<typeof callerOf>
  /** Publishes a neighbour's event, as in `publishEvent(space.saved, state)`; resolves when it is in the stream. */
  publishEvent<Data extends ZodType>(event: EventDefinition<Data>, data: z.input<Data>): Promise<void>
  /** Tells that a neighbour's thing is gone. */
  publishRemoval(noun: Noun, key: string, version: number): Promise<void>
  /** Resolves when the service has applied everything published up to now, its own events too. */
  settled(): Promise<void>
  /** The service's events while `work` ran. */
  eventsDuring(work: () => Promise<unknown>): Promise<EventEnvelope[]>
  /** What the service repeats when it is asked to, up to its end mark. */
  repeated(): Promise<EventEnvelope[]>
  /** The last statements of the service's transactions that stay open and idle while the test waits here. */
  heldTransactions(): Promise<string[]>
  /** Starts the service again on the same database and stream. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service that is defined by its own `start`; `extra` is added to its environment. Stop it in `afterAll`. */
export async function startServiceTest(
  definition: Pick<ServiceDefinition, 'name' | 'schema'>,
  start: (env: NodeJS.ProcessEnv) => Promise<RunningService>,
  extra: NodeJS.ProcessEnv = {},
): Promise<ServiceTest> {
  const { env, remove } = await makeEnvironment(definition, `t_${randomBytes(6).toString('hex')}`, extra)
  const config = loadConfig(DatabaseConfig, env)
  const { name } = definition
  const bus = await openBus(config, 'test', createLog('test', 'fatal'))
  // A connection that stays open keeps a test whose service does not start from ever ending.
  await using failing = new AsyncDisposableStack()
  failing.defer(() => bus.close())
  const neighbours = await playNeighbours(bus, name)
  failing.defer(() => neighbours.stop())
  const publication = openPublication(bus, name)
  let service = await start(env)
  await neighbours.ready(service.port)
  failing.move()
  return {
    env,
    get service() {
      return service
    },
    call: callerOf(config, () => service.port),
    callAt: (port) => callerOf(config, () => port),
    ...publication,
    heldTransactions: () => heldTransactions(config.DATABASE_URL),
    async restart() {
      await service.close()
      service = await start(env)
      await neighbours.ready(service.port)
    },
    async stop() {
      await service.close()
      await neighbours.stop()
      await bus.manager.streams.delete(bus.stream)
      await bus.manager.streams.delete(`KV_${bus.stream}_revocations`)
      await bus.close()
      await remove()
    },
  }
}
