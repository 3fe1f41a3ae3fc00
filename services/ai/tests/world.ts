import { askOperations, member, type Noun, organization, space } from '@quire/contracts'
import { secretKey } from '@quire/kit'
import { isParked } from '@quire/search'
import { type CallInput, startServiceTest } from '@quire/world/service-test'
import type { Selectable } from 'kysely'
import type { ZodObject, z } from 'zod'
import { ai, startAi } from '../src/app.ts'
import type { Sql, Tables } from '../src/database.ts'
import { type FakePage, startFeed } from './stub-content.ts'

export const acme = 'acme'

type QueueRow = Selectable<Tables['search_space']> & { parked: boolean }

/**
 * Starts ai alone: the test publishes the events of an organization, its people and its spaces, and serves as content.
 */
export async function startWorld(start = startAi) {
  const feed = await startFeed(() => secretKey({ SECRETS_DIR: test.env.SECRETS_DIR ?? '' }, 'internal.key'))
  const test = await startServiceTest(ai, start, { CONTENT_URL: feed.url })
  const publishState = <State extends ZodObject>(noun: Noun<State>, state: Partial<z.input<State>>) =>
    test.publishEvent(noun.saved, { ...noun.sample, ...state })
  await publishState(organization, { id: acme })
  for (const [userId, role] of [
    ['ada', 'admin'],
    ['rex', 'read'],
    ['gus', null],
  ] as const)
    await publishState(member, { id: `m-${userId}`, organizationId: acme, userId, role })
  let revision = 0
  const sql = () => test.service.foundation.database.em.fork().getKysely() as unknown as Sql

  return {
    test,
    feed,
    publishState,
    sql,
    /**
     * Returns the space's row in the queue once `isSo` is true of it; checks it after each attempt to index a space.
     */
    async queued(id: string, isSo: (row: QueueRow | undefined) => boolean): Promise<QueueRow | undefined> {
      const { bus } = test.service.foundation
      const attempts = bus.connection.subscribe(bus.subject('indexed'))
      await bus.connection.flush()
      const row = () =>
        sql()
          .selectFrom('search_space')
          .selectAll()
          .select(isParked.as('parked'))
          .where('space_id', '=', id)
          .executeTakeFirst()
      let now = await row()
      if (!isSo(now))
        for await (const _ of attempts) {
          now = await row()
          if (isSo(now)) break
        }
      attempts.unsubscribe()
      return now
    },
    /** Publishes a revision of a space with these pages, and with `more` in its state. */
    async publish(id: string, pages: Record<string, FakePage>, more: Partial<z.input<typeof space.saved.data>> = {}) {
      revision += 1
      const name = `${id}-r${revision}`
      feed.put(name, pages)
      const state = { id, version: revision, organizationId: acme, collectionId: null, revision: name }
      await publishState(space, { ...state, ...more })
      await test.settled()
      return name
    },
    /** Returns the pages that the answer to a question cites. */
    async cited(query: string, as = 'rex'): Promise<string[]> {
      const { status, body } = await this.send('askInOrganization', { as, body: { query } })
      if (status !== 200) throw new Error(`asking answered ${status}`)
      return body.answer.sources.map((one: { page: string }) => one.page)
    },
    send: (id: keyof typeof askOperations, { params, as = 'rex', ...input }: Partial<CallInput> = {}) =>
      test.call(askOperations[id], { as, params: { organizationId: acme, ...params }, ...input }),
    async stop() {
      await test.stop()
      feed.stop()
    },
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>
