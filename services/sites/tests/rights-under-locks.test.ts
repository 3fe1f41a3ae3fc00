import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member } from '@quire/contracts'
import { nextStatement } from '@quire/world/service-test'
import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import type { Tables } from '../src/database.ts'
import { lockSite } from '../src/model/sites.state.ts'
import { acme, startWorld, type World } from './world.ts'

let world: World
let version = 1
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.test.stop())

const sql = () => world.test.service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>

/** Gives Cleo another role in the organization; resolves when the service has applied it. */
async function cleoIs(role: 'create' | 'read') {
  version += 1
  await world.test.publishEvent(member.saved, {
    ...member.sample,
    id: 'm-cleo',
    organizationId: acme,
    userId: 'cleo',
    role,
    version,
  })
  await world.test.settled()
}

/** Returns everything that a write could change, as one text. */
async function everything(): Promise<string> {
  const textOf = (table: string, row: RawBuilder<string>) =>
    raw`select md5(string_agg(${row}, ';' order by ${row})) from ${raw.table(table)} one`
  // The time at which a row of the outbox was published is set after the request.
  const parts = [
    ...['site', 'site_space', 'site_section', 'site_section_group'].map((table) => textOf(table, raw`one::text`)),
    textOf('outbox', raw`envelope::text`),
  ]
  const { rows } = await raw`${raw.join(parts, raw` union all `)}`.execute(sql())
  return JSON.stringify(rows)
}

type Write = [operation: Parameters<World['send']>[0], body: object | undefined, part: boolean]

test.each<Write>([
  ['updateSiteById', { title: 'Late' }, false],
  ['deleteSiteById', undefined, false],
  ['publishSite', undefined, false],
  ['unpublishSite', undefined, false],
  ['addSpaceToSite', { spaceId: 'guide' }, false],
  ['updateSiteSpaceById', { path: 'late' }, true],
  ['deleteSiteSpaceById', undefined, true],
  ['addSectionToSite', { spaceId: 'guide' }, false],
  ['addSectionGroupToSite', { title: 'Late' }, false],
  ['moveSiteSpace', {}, true],
])(
  'who is demoted while waiting for the site: %s is refused and nothing is left of it',
  async (operation, body, part) => {
    await cleoIs('create')
    const { id: siteId } = await world.makeSite({ spaces: ['manual'] })
    if (operation === 'unpublishSite') await world.send('publishSite', { params: { siteId } })
    const [first] = await world.siteSpaces(siteId)
    const params = { siteId, ...(part && { siteSpaceId: first?.id ?? '' }) }
    await world.test.settled()
    const before = await everything()
    const { answer } = await sql()
      .transaction()
      .execute(async (holder) => {
        await lockSite(holder, siteId)
        const waiting = nextStatement(world.test.service, /"site" where .* for (no key )?update/)
        const sent = world.send(operation, { params, ...(body && { body }) })
        await Promise.race([waiting, sent])
        await cleoIs('read')
        return { answer: sent }
      })
    expect((await answer).status).toBe(403)
    expect(await everything()).toBe(before)
  },
)
