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
import type { Tables } from '../src/database.ts'
import { countedSubject, hasDueCounters } from '../src/workspace/counters/counting-job.ts'
import { hasUnpublishedCounters } from '../src/workspace/counters/publish-counters.ts'

export const acme = 'acme'
export const publicUrl = 'http://docs.example.com'

/** The people of `acme`, by role: gus is a guest, dora is disabled; olga is an admin of another organization. */
const people = {
  ada: 'admin',
  cleo: 'create',
  rev: 'review',
  edda: 'edit',
  cora: 'comment',
  rex: 'read',
  gus: null,
} as const

/** Starts content alone, with projections of two organizations and their people. */
export async function startWorld(extra: NodeJS.ProcessEnv = {}, options: StartOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-content-'))
  const start = (env: NodeJS.ProcessEnv) => startContent(env, options)
  const test = withCounters(await startServiceTest(content, start, { DATA_DIR: folder, ...extra }))
  const publishState = <State extends ZodObject>(noun: Noun<State>, state: Partial<z.input<State>>) =>
    test.publishEvent(noun.saved, { ...noun.sample, ...state })
  for (const id of [acme, 'other']) await publishState(organization, { id })
  for (const [id, role] of Object.entries({ ...people, dora: 'admin' as const })) {
    await publishState(user, {
      id,
      displayName: id.replace(/^./, (first) => first.toUpperCase()),
      email: `${id}@example.com`,
    })
    await publishState(member, { id: `m-${id}`, organizationId: acme, userId: id, role, disabled: id === 'dora' })
  }
  await publishState(member, { id: 'm-olga', organizationId: 'other', userId: 'olga', role: 'admin' })
  await publishState(team, { id: 'writers', organizationId: acme, title: 'Writers' })
  await publishState(teamMember, { teamId: 'writers', memberId: 'm-gus', organizationId: acme, userId: 'gus' })
  await publishState(team, { id: 'strangers', organizationId: 'other' })
  await test.settled()
  return {
    test,
    /** DATA_DIR. */
    folder,
    publishState,
    ...actionsOf(test),
    /** The rows of the service's own tables. */
    sql: () => test.service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>,
    async stop() {
      await test.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Makes `eventsDuring` and `settled` wait until all counters are up to date. */
function withCounters(test: ServiceTest): ServiceTest {
  const { settled, eventsDuring } = test
  return Object.assign(test, {
    async eventsDuring(work: () => Promise<unknown>) {
      await countersSettled(test.service.foundation)
      return eventsDuring(async () => {
        await work()
        await countersSettled(test.service.foundation)
      })
    },
    async settled() {
      await settled()
      await countersSettled(test.service.foundation)
      await settled()
    },
  })
}

/** Resolves when no counters are left to be computed or published; checks whenever a job has done either. */
async function countersSettled({ bus, database, publisher }: ServiceTest['service']['foundation']): Promise<void> {
  const sql = database.background as unknown as Kysely<Tables>
  const isLeft = async () => (await hasDueCounters(sql)) || (await hasUnpublishedCounters(sql))
  const said = bus.connection.subscribe(bus.subject(countedSubject))
  await bus.connection.flush()
  if (await isLeft()) for await (const _ of said) if (!(await isLeft())) break
  said.unsubscribe()
  const unpublished = sql.selectFrom('outbox').select('id').where('published_at', 'is', null).limit(1)
  // The events of a job are published after its commit.
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

  /** Applies changes to a change request; returns their results. */
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
    /** Adds pages with these texts, by title, to the live content of a space; returns their ids. */
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

/** Returns the last published state of each key. */
export function lastPublished(events: EventEnvelope[], noun: Noun): Map<string, unknown> {
  return new Map(events.filter(({ type }) => type === noun.saved.type).map(({ key, data }) => [key, data]))
}
