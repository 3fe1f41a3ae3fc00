import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  allOperations,
  type ChangeRequest,
  type EventEnvelope,
  internalOperations,
  member,
  type Noun,
  organization,
  type Space,
  team,
  teamMember,
  user,
} from '@quire/contracts'
import type { StartOptions } from '@quire/kit'
import { type Answer, type CallInput, type ServiceTest, startServiceTest } from '@quire/world/service-test'
import type { Kysely } from 'kysely'
import type { ZodObject, z } from 'zod'
import { content, startContent } from '../src/app.ts'
import { countedSubject, isAnything } from '../src/counters/job.ts'
import { isAnythingToTell } from '../src/counters/telling.ts'
import type { Tables } from '../src/database.ts'

export const acme = 'acme'
export const publicUrl = 'http://docs.example.com'

/** Who is who in `acme`: gus is a guest, dora disabled; olga is an admin of another organization. */
const people = {
  ada: 'admin',
  cleo: 'create',
  rev: 'review',
  edda: 'edit',
  cora: 'comment',
  rex: 'read',
  gus: null,
} as const

/** Content alone, told of two organizations and their people. */
export async function startWorld(extra: NodeJS.ProcessEnv = {}, options: StartOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-content-'))
  const start = (env: NodeJS.ProcessEnv) => startContent(env, options)
  const test = counting(await startServiceTest(content, start, { DATA_DIR: folder, ...extra }))
  const tell = <State extends ZodObject>(noun: Noun<State>, state: Partial<z.input<State>>) =>
    test.publishEvent(noun.saved, { ...noun.sample, ...state })
  for (const id of [acme, 'other']) await tell(organization, { id })
  for (const [id, role] of Object.entries({ ...people, dora: 'admin' as const })) {
    await tell(user, { id, displayName: id.replace(/^./, (first) => first.toUpperCase()), email: `${id}@example.com` })
    await tell(member, { id: `m-${id}`, organizationId: acme, userId: id, role, disabled: id === 'dora' })
  }
  await tell(member, { id: 'm-olga', organizationId: 'other', userId: 'olga', role: 'admin' })
  await tell(team, { id: 'writers', organizationId: acme, title: 'Writers' })
  await tell(teamMember, { teamId: 'writers', memberId: 'm-gus', organizationId: acme, userId: 'gus' })
  await tell(team, { id: 'strangers', organizationId: 'other' })
  await test.settled()
  return {
    test,
    /** DATA_DIR. */
    folder,
    tell,
    ...actionsOf(test),
    /** The rows of the service's own tables. */
    sql: () => test.service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>,
    async stop() {
      await test.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** After events and after `settled`, counters are up to date too: nothing is left to be counted. */
function counting(test: ServiceTest): ServiceTest {
  const { settled, eventsDuring } = test
  return Object.assign(test, {
    async eventsDuring(work: () => Promise<unknown>) {
      await counted(test.service.foundation)
      return eventsDuring(async () => {
        await work()
        await counted(test.service.foundation)
      })
    },
    async settled() {
      await settled()
      await counted(test.service.foundation)
      await settled()
    },
  })
}

/** Resolves when nothing is left to count or to tell; looks whenever a job has counted or told something. */
async function counted({ bus, database, publisher }: ServiceTest['service']['foundation']): Promise<void> {
  const sql = database.background as unknown as Kysely<Tables>
  const isLeft = async () => (await isAnything(sql)) || (await isAnythingToTell(sql))
  const said = bus.connection.subscribe(bus.subject(countedSubject))
  await bus.connection.flush()
  if (await isLeft()) for await (const _ of said) if (!(await isLeft())) break
  said.unsubscribe()
  const unpublished = sql.selectFrom('outbox').select('id').where('published_at', 'is', null).limit(1)
  // A job's events are on their way after its commit.
  while ((await unpublished.execute()).length > 0) await publisher.settled()
}

export type World = Awaited<ReturnType<typeof startWorld>>

const operations = new Map([...allOperations, ...internalOperations].map((one) => [one.id, one]))
export type CallOptions = Partial<CallInput>

/** The operations by name, in `acme` and as its administrator unless said otherwise, and what tests need often. */
function actionsOf(test: ServiceTest) {
  async function send(id: string, { params, as, ...input }: CallOptions = {}): Promise<Answer> {
    const operation = operations.get(id)
    if (!operation) throw new Error(`there is no operation ${id}`)
    return test.call(operation, { as: as ?? 'ada', params: { organizationId: acme, ...params }, ...input })
  }

  async function made(id: string, given: CallOptions) {
    const { status, body } = await send(id, given)
    if (status >= 300) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  const makeChangeRequest = (spaceId: string, as?: string): Promise<ChangeRequest> =>
    made('createChangeRequest', { as, params: { spaceId }, body: {} })

  /** Applies changes to a change request; answers what each of them did. */
  const write = (spaceId: string, changeRequestId: string, changes: object[]) =>
    made('updateChangeRequestContent', {
      params: { spaceId, changeRequestId },
      query: { compat: 'false' },
      body: { changes },
    })

  return {
    send,
    makeSpace: (body: object = {}, as?: string): Promise<Space> => made('createSpace', { as, body }),
    makeChangeRequest,
    write,
    merge: (spaceId: string, changeRequestId: string): Promise<{ revision: string; result: string }> =>
      made('mergeChangeRequest', { params: { spaceId, changeRequestId } }),
    /** A space with these pages, by title, on its live content; answers the pages' ids. */
    async publish(spaceId: string, texts: Record<string, string>): Promise<Record<string, string>> {
      const { id } = await makeChangeRequest(spaceId)
      const { changes } = await write(spaceId, id, Object.entries(texts).map(insertion))
      await made('mergeChangeRequest', { params: { spaceId, changeRequestId: id } })
      const ids = changes.map((one: { page: { id: string } }) => one.page.id)
      return Object.fromEntries(Object.keys(texts).map((title, index) => [title, ids[index]]))
    },
    async space(spaceId: string): Promise<Space> {
      return made('getSpaceById', { params: { spaceId } })
    },
    /** The statuses of one operation for several callers, in order. */
    statuses: async (id: string, callers: string[], given: CallOptions = {}) =>
      Promise.all(callers.map(async (as) => (await send(id, { ...given, as })).status)),
  }
}

export const insertion = ([title, markdown]: [string, string]) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})

/** The last state told of each key, by event type. */
export function lastTold(events: EventEnvelope[], noun: Noun): Map<string, unknown> {
  return new Map(events.filter(({ type }) => type === noun.saved.type).map(({ key, data }) => [key, data]))
}
