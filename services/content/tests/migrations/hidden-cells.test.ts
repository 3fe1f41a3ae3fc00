import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { migrate } from '@quire/kit'
import { sql as raw } from 'kysely'
import { content } from '../../src/app.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const cards =
  '<table><thead><tr><th>A</th><th data-hidden></th></tr></thead><tbody><tr><td>Zither</td><td>b.md</td></tr></tbody></table>\n'

async function titlesFound(spaceId: string, query: string): Promise<string[]> {
  const { body } = await world.send('searchSpaceContent', { params: { spaceId }, query: { query } })
  return body.items.map(({ title }: { title: string }) => title)
}

test('texts that were indexed with cells that readers do not see are read again, and no others', async () => {
  const [{ id: affected }, { id: plain }] = [await world.makeSpace(), await world.makeSpace()]
  await world.publish(affected, { Cards: cards })
  await world.publish(plain, { Words: 'Zither.\n' })
  expect([await titlesFound(affected, 'zither'), await titlesFound(plain, 'zither')]).toEqual([['Cards'], ['Words']])
  // Both texts as a version has read them that knows other words in them.
  const sql = world.sql()
  await raw`update document set sections = jsonb_set(sections, '{0,text}', '"Theremin"') where markdown like '%ither%'`.execute(
    sql,
  )
  await raw`update search_space set revision = null, target = null, after_page = null`.execute(sql)
  expect([await titlesFound(affected, 'theremin'), await titlesFound(plain, 'theremin')]).toEqual([
    ['Cards'],
    ['Words'],
  ])
  await raw`delete from mikro_orm_migrations where name = 'Content0068'`.execute(sql)
  await migrate({ DATABASE_URL: world.test.env.DATABASE_URL ?? '' }, content.schema)
  expect([await titlesFound(affected, 'theremin'), await titlesFound(plain, 'theremin')]).toEqual([[], ['Words']])
  expect(await titlesFound(affected, 'zither')).toEqual(['Cards'])
})
