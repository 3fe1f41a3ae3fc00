import { randomBytes } from 'node:crypto'
import type { EventDefinition, EventEnvelope, Noun } from '@quire/contracts'
import { heldTransactions } from '@quire/embedded'
import { createLog, DatabaseConfig, loadConfig, openBus, type RunningService, type ServiceDefinition } from '@quire/kit'
import type { ZodType, z } from 'zod'
import { callerOf } from './service-test/call-service.ts'
import { openPublication } from './service-test/publication.ts'
import { stubOtherServices } from './service-test/stub-other-services.ts'
import { makeEnvironment } from './service-test/test-environment.ts'

export { makeReadOnly } from './read-only-database.ts'
export type { Answer, As, CallInput } from './service-test/call-service.ts'
export { nextAnswer, nextStatement, onStatements } from './service-test/observe-statements.ts'

/** One real service on real PostgreSQL and NATS. The gateway and the other services are stubs. */
export interface ServiceTest {
  service: RunningService
  /** The environment that the service was started with. */
  env: NodeJS.ProcessEnv
  /** Sends one operation as the gateway would. */
  call: ReturnType<typeof callerOf>
  /** Sends operations to another process of the service. */
  callAt: (port: number) => ReturnType<typeof callerOf>
  /** Publishes an event of another service, as in `publishEvent(space.saved, state)`; resolves when it is in the stream. */
  publishEvent<Data extends ZodType>(event: EventDefinition<Data>, data: z.input<Data>): Promise<void>
  /** Publishes the removal of another service's thing. */
  publishRemoval(noun: Noun, key: string, version: number): Promise<void>
  /** Resolves when the service has applied everything published up to now, its own events too. */
  settled(): Promise<void>
  /** The service's events while `work` ran. */
  eventsDuring(work: () => Promise<unknown>): Promise<EventEnvelope[]>
  /** Requests a resync of the service; resolves with its events. */
  repeated(): Promise<EventEnvelope[]>
  /** The last statements of the service's transactions that stay open and idle while the test waits here. */
  heldTransactions(): Promise<string[]>
  /** Starts the service again on the same database and stream. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a service with its own `start`; `extra` is added to its environment. Stop it in `afterAll`. */
export async function startServiceTest(
  definition: Pick<ServiceDefinition, 'name' | 'schema'>,
  start: (env: NodeJS.ProcessEnv) => Promise<RunningService>,
  extra: NodeJS.ProcessEnv = {},
): Promise<ServiceTest> {
  const { env, remove } = await makeEnvironment(definition, `t_${randomBytes(6).toString('hex')}`, extra)
  const config = loadConfig(DatabaseConfig, env)
  const { name } = definition
  const bus = await openBus(config, 'test', createLog('test', 'fatal'))
  // An open connection would keep a test from ending whose service does not start.
  await using failing = new AsyncDisposableStack()
  failing.defer(() => bus.close())
  const others = await stubOtherServices(bus, name)
  failing.defer(() => others.stop())
  const publication = openPublication(bus, name)
  let service = await start(env)
  await others.ready(service.port)
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
      await others.ready(service.port)
    },
    async stop() {
      await service.close()
      await others.stop()
      await bus.manager.streams.delete(bus.stream)
      await bus.manager.streams.delete(`KV_${bus.stream}_revocations`)
      await bus.close()
      await remove()
    },
  }
}
