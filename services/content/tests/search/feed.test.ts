import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { contentNouns } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { grantedSpacesState } from '../../src/workspace/counters/counters.state.ts'
import { grantState } from '../../src/workspace/grants/grants.state.ts'
import { collectionState } from '../../src/workspace/tree/collections.present.ts'
import { spaceCountersState } from '../../src/workspace/tree/space-counters.ts'
import { spaceState } from '../../src/workspace/tree/spaces.state.ts'
import { largeSpace } from '../support/large-space.ts'
import { statementsDuring } from '../support/sent-statements.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const service = { kind: 'service', scope: 'full' } as const

test('the feed tells what differs between two revisions, in bounded pages, and marks what stays out of answers', async () => {
  const { id: spaceId, revision: empty } = await world.makeSpace()
  const ids = await world.publish(spaceId, { One: 'one', Two: 'two', Three: 'three' })
  const from = (await world.space(spaceId)).revision
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [
    { operation: 'update_page', page: ids.One, document: { markdown: 'uno' } },
    { operation: 'update_page', page: ids.Two, noIndex: true },
    { operation: 'delete_page', page: ids.Three },
  ])
  await world.merge(spaceId, id)
  const to = (await world.space(spaceId)).revision
  const feed = async (query: Record<string, string>) =>
    (await world.send('getSpaceFeed', { as: service, params: { spaceId }, query })).body
  expect(await feed({ from, to })).toEqual({
    changed: [
      { id: ids.One, title: 'One', unlisted: false, markdown: 'uno' },
      { id: ids.Two, title: 'Two', unlisted: true, markdown: 'two' },
    ],
    removed: [ids.Three],
  })
  expect((await feed({ from: empty, to: from })).changed).toHaveLength(3)
  const first = await feed({ to: from, limit: '2' })
  const second = await feed({ to: from, limit: '2', after: first.next })
  expect([first.changed.length, second.changed.length, second.next]).toEqual([2, 1, undefined])
})

test('the feed gives the sections of texts that search has read, to whoever wants them', async () => {
  const { id: spaceId } = await world.makeSpace()
  const markdown = '# Setup\n\nRun it.\n\n## Next\n\nRead on.\n'
  await world.publish(spaceId, { Setup: markdown })
  const feed = async (query: Record<string, string>) => {
    const to = (await world.space(spaceId)).revision
    const { body } = await world.send('getSpaceFeed', { as: service, params: { spaceId }, query: { to, ...query } })
    return body.changed
  }
  expect(
    (await world.send('searchSpaceContent', { params: { spaceId }, query: { query: 'run' } })).body.items,
  ).toHaveLength(1)
  const page = { id: expect.any(String), title: 'Setup', unlisted: false, markdown: expect.any(String) }
  expect(await feed({})).toEqual([page])
  const [{ markdown: text, sections }] = await feed({ sections: 'known' })
  expect(sections.map(({ title, level }: { title: string; level: number }) => [title, level])).toEqual([
    ['', 0],
    ['Setup', 1],
    ['Next', 2],
  ])
  expect(sections.reduce((sum: number, { size }: { size: number }) => sum + size, 0)).toBe(text.length)
  // Sections that an older version stored have no level and size.
  await raw`
    update document set sections = (
      select jsonb_agg(section - 'level' - 'size') from jsonb_array_elements(sections) as section
    )`.execute(world.sql())
  expect(await feed({ sections: 'known' })).toEqual([page])
})

test('a slice of the feed costs the same wherever it lies, and all of them read each page once', async () => {
  const pages = 1500
  const spaceId = await largeSpace(world, pages)
  const to = (await world.space(spaceId)).revision
  await world.test.restart()
  const sizes: number[] = []
  const statements: number[] = []
  const ids = new Set<string>()
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query: Record<string, string> = { to, limit: '50', ...(after !== '' && { after }) }
    const { page, read } = await reading(() => world.send('getSpaceFeed', { as: service, params: { spaceId }, query }))
    for (const { id } of page.changed) ids.add(id)
    sizes.push(page.changed.length)
    statements.push(read)
    after = page.next
  }
  expect(ids.size).toBe(pages)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(pages)
  // The revision, a walk down the tree, sizes and texts.
  expect(Math.max(...statements)).toBeLessThanOrEqual(10)
})

test('a slice ends before its texts are more than can be held, and a text that is larger comes alone', async () => {
  const spaceId = await largeSpace(world, 6)
  const { store } = await world
    .sql()
    .selectFrom('space')
    .select('store')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  await world
    .sql()
    .updateTable('document')
    .set({ markdown: 'x'.repeat(480_000) })
    .where('store', '=', store)
    .execute()
  const to = (await world.space(spaceId)).revision
  const sizes: number[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query: Record<string, string> = { to, ...(after !== '' && { after }) }
    const { body } = await world.send('getSpaceFeed', { as: service, params: { spaceId }, query })
    sizes.push(body.changed.length)
    expect(JSON.stringify(body).length).toBeLessThan(2.2 * 1024 ** 2)
    after = body.next
  }
  expect(sizes).toEqual([4, 2])
})

/** Reads a slice of the feed, and counts the statements that read content. */
async function reading(work: () => ReturnType<World['send']>) {
  let page: { changed: { id: string }[]; next?: string } = { changed: [] }
  const read = await statementsDuring(world, /"?(tree_node|document|revision)"?/, async () => {
    page = (await work()).body
  })
  return { page, read: read.length }
}

test('the feed is for services: a person’s principal is 401, whoever they are', async () => {
  const { id: spaceId, revision } = await world.makeSpace()
  for (const as of ['ada', 'olga', { kind: 'none', scope: 'full' } as const])
    expect((await world.send('getSpaceFeed', { as, params: { spaceId }, query: { to: revision } })).status).toBe(401)
  const other = await world.makeSpace()
  const foreign = { as: service, params: { spaceId: other.id }, query: { to: revision } }
  expect((await world.send('getSpaceFeed', foreign)).status).toBe(404)
})

test('a resynchronisation repeats every row of content’s own as it is now, and nothing else', async () => {
  const { body: collection } = await world.send('createCollection', { body: { title: 'Guides' } })
  const { id: spaceId } = await world.makeSpace({ parent: collection.id })
  await world.send('inviteToSpace', { params: { spaceId }, body: { role: 'read', users: ['rex'], teams: ['writers'] } })
  await world.test.settled()
  const repeated = await world.test.repeated()
  const sql = world.sql()
  const spaces = await sql.selectFrom('space').selectAll().execute()
  // Counters have events of their own; services of the previous release require zeros in the events of spaces.
  const zeros = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }
  const rows = [
    ...(await sql.selectFrom('collection').selectAll().execute()).map(collectionState),
    ...spaces.map((row) => ({ ...spaceState(row), ...zeros })),
    ...spaces.filter((row) => Number(row.counters_version) > 0).map(spaceCountersState),
    ...(await sql.selectFrom('access_grant').selectAll().execute()).map(grantState),
    ...(await sql.selectFrom('granted_spaces').selectAll().execute()).map(grantedSpacesState),
  ]
  expect(new Set(repeated.map(({ data }) => data))).toEqual(new Set(rows))
  expect(repeated).toHaveLength(rows.length)
  const published = new Set(repeated.map(({ type }) => type))
  expect([...published].sort()).toEqual(contentNouns.map((noun) => noun.saved.type).sort())
})

test('of pages that were read before, a visitor is shown those that are live just as they were, and whole for them', async () => {
  const { id: spaceId } = await world.makeSpace()
  const ids = await world.publish(spaceId, {
    ...{ Same: 'same', Changed: 'before', Renamed: 'text', Closed: 'text', Unlisted: 'text', Folder: 'text' },
    ...{ Mixed: 'all {% if visitor.claims.beta %} some {% endif %}', Gone: 'text' },
  })
  const { id: first } = await world.makeChangeRequest(spaceId)
  const { changes } = await world.write(spaceId, first, [
    { operation: 'insert_page', title: 'Below', document: { markdown: 'text' }, into: ids.Folder },
  ])
  await world.merge(spaceId, first)
  Object.assign(ids, { Below: changes[0].page.id })
  const { revision } = await world.space(spaceId)
  const presented = async (claims: object, at = revision) => {
    const pages = Object.values(ids).map((id) => ({ space: spaceId, id, revision: at }))
    const { body } = await world.send('findShownPages', { as: service, body: { claims, pages } })
    const titles = new Map(Object.entries(ids).map(([title, id]) => [id, title]))
    return body.pages.map(({ id }: { id: string }) => titles.get(id)).sort()
  }
  const plain = ['Below', 'Changed', 'Closed', 'Folder', 'Gone', 'Renamed', 'Same', 'Unlisted']
  expect(await presented({})).toEqual(plain)
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [
    { operation: 'update_page', page: ids.Changed, document: { markdown: 'after' } },
    { operation: 'update_page', page: ids.Renamed, title: 'Other' },
    { operation: 'update_page', page: ids.Closed, condition: 'visitor.claims.beta' },
    { operation: 'update_page', page: ids.Unlisted, noIndex: true },
    { operation: 'update_page', page: ids.Folder, hidden: true },
    { operation: 'delete_page', page: ids.Gone },
  ])
  await world.merge(spaceId, id)
  expect(await presented({})).toEqual(['Same'])
  expect(await presented({ beta: true })).toEqual(['Closed', 'Same'])
  expect(await presented({ beta: true }, 'nowhere')).toEqual([])
})

test('of a page that a visitor is shown in part, just this part is told, where texts are asked for', async () => {
  const { id: spaceId } = await world.makeSpace()
  const text = (name: string) => `For ${name}.\n\n{% if visitor.claims.beta %}\n\nBeta ${name}.\n\n{% endif %}`
  const ids = await world.publish(spaceId, {
    ...{ One: text('one'), Two: text('two'), Closed: text('closed'), Listed: text('listed'), Whole: 'All.' },
  })
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [
    { operation: 'update_page', page: ids.Closed, condition: 'visitor.claims.beta' },
    { operation: 'update_page', page: ids.Listed, noIndex: true },
  ])
  await world.merge(spaceId, id)
  const { revision } = await world.space(spaceId)
  const partly = async (claims: object, texts?: number) => {
    const pages = ['Two', 'One', 'Closed', 'Listed', 'Whole'].map((name) => ({
      space: spaceId,
      id: ids[name],
      revision,
    }))
    const { body } = await world.send('findShownPages', { as: service, body: { claims, pages, texts } })
    return body.partly?.map((page: { id: string; markdown: string }) => [
      page.id,
      page.markdown.trim().replaceAll(/\s+/g, ' '),
    ])
  }
  expect(await partly({})).toBeUndefined()
  expect(await partly({}, 0)).toBeUndefined()
  expect(await partly({}, 9)).toEqual([
    [ids.Two, 'For two.'],
    [ids.One, 'For one.'],
  ])
  expect(await partly({ beta: true }, 3)).toEqual([
    [ids.Two, 'For two. Beta two.'],
    [ids.One, 'For one. Beta one.'],
    [ids.Closed, 'For closed. Beta closed.'],
  ])
  expect(await partly({}, 1)).toEqual([[ids.Two, 'For two.']])
})

test('texts that a visitor is shown in part are bounded, each and together, whatever spaces they are of', async () => {
  const hidden = '{% if visitor.claims.beta %}\n\nBeta.\n\n{% endif %}\n\n'
  const said = '<code class="expression">visitor.claims.long</code> '
  const texts = { Long: hidden + 'Long. '.repeat(11_000), Said: said.repeat(70) }
  const others = Object.fromEntries(['One', 'Two', 'Three'].map((name) => [name, hidden + 'Long. '.repeat(10_000)]))
  const pages = await Promise.all(
    Object.entries({ ...texts, ...others }).map(async ([name, text]) => {
      const { id: space } = await world.makeSpace()
      const { [name]: id = '' } = await world.publish(space, { [name]: text })
      return { name, page: { space, id, revision: (await world.space(space)).revision } }
    }),
  )
  const partly = async (some: typeof pages) => {
    const body = { claims: { long: 'x'.repeat(1000) }, pages: some.map(({ page }) => page), texts: 10 }
    const answer = await world.send('findShownPages', { as: service, body })
    const presented = answer.body.partly.map(({ id }: { id: string }) => id)
    return some.flatMap(({ name, page }) => (presented.includes(page.id) ? [name] : []))
  }
  expect(await partly(pages)).toEqual(['One', 'Two'])
  expect(await partly(pages.toReversed())).toEqual(['Three', 'Two'])
})
