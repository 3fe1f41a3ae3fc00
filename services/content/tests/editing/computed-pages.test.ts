import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { followedSubject } from '../../src/editing/follow-specs.ts'
import { readArchive } from '../../src/imports/archive.ts'
import { petstore, processed } from '../openapi/specification-source.ts'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { startWorld, type World } from '../world.ts'

let source: ArchiveSource
let world: World
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

type Operations = Record<string, Record<string, { summary: string; tags: string[] }>>

/** Gives a specification operations, by path and method, and waits until it is processed. */
const put = (specSlug: string, paths: Operations, tags: object[] = []) => {
  const replies = { responses: { 200: { description: 'Done' } } }
  const all = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, { ...one, ...replies }])),
  ])
  const components = { schemas: { Zebra: { type: 'object' } } }
  const text = JSON.stringify({ ...petstore('Zoo'), tags, paths: Object.fromEntries(all), components })
  return processed(world, specSlug, () =>
    world.send('createOrUpdateOpenAPISpecBySlug', { params: { specSlug }, body: { source: { text } } }),
  )
}
const zebras = (summary = 'List zebras') => ({ '/zebras': { get: { summary, tags: ['Animals'] } } })
const keepers = { '/keepers': { get: { summary: 'List keepers', tags: ['Staff'] } } }

/** Waits until the pages of a space follow its specification, after `work`. */
async function followed<Result>(spaceId: string, work: () => Promise<Result>): Promise<Result> {
  const { connection, subject } = world.test.service.foundation.bus
  const said = connection.subscribe(subject(followedSubject))
  await connection.flush()
  const result = await work()
  const marked = world
    .sql()
    .selectFrom('reference_space')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('marks', '>', 0)
  const isBehind = async () => (await marked.execute()).length > 0
  if (await isBehind()) for await (const _ of said) if (!(await isBehind())) break
  return result
}

const insertion = (spec: string, more: object = {}, models = true) => ({
  operation: 'insert_computed_page',
  computed: { type: 'builtin:openapi', dependencies: { spec: { ref: { kind: 'openapi', spec } } }, props: { models } },
  ...more,
})
/** Inserts the pages of a specification into the live content of a space. */
async function insert(spaceId: string, spec: string, more: object = {}) {
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [insertion(spec, more)])
  await followed(spaceId, () => world.merge(spaceId, id))
}

interface Page {
  id: string
  title: string
  path: string
  pages?: Page[]
}
const pagesOf = async (spaceId: string): Promise<Page[]> =>
  (await world.send('listPages', { params: { spaceId } })).body.pages
const outlined = (pages: Page[]): unknown[] =>
  pages.map(({ title, pages: below = [] }) => (below.length > 0 ? [title, outlined(below)] : title))
const outline = async (spaceId: string) => outlined(await pagesOf(spaceId))
const all = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...all(page.pages ?? [])])
const idOf = async (spaceId: string, title: string) =>
  all(await pagesOf(spaceId)).find((page) => page.title === title)?.id ?? ''
const markdownOf = async (spaceId: string, pageId: string) =>
  (await world.send('getPageById', { params: { spaceId, pageId } })).body.markdown

test('a change request inserts the pages of a specification anywhere: a page a tag, one an operation, and the models', async () => {
  await put('anywhere', { ...zebras(), ...keepers }, [{ name: 'Animals', description: 'All of **them**.' }])
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { Home: 'Home', Guide: 'Guide', After: 'After' })
  await insert(spaceId, 'anywhere', { at: 1 })
  const pages = [['Animals', ['List zebras']], ['Staff', ['List keepers']], 'Models']
  expect(await outline(spaceId)).toEqual(['Home', ...pages, 'Guide', 'After'])
  expect(await markdownOf(spaceId, await idOf(spaceId, 'Animals'))).toBe('All of **them**.\n')
  expect(await markdownOf(spaceId, await idOf(spaceId, 'List zebras'))).toContain('path="/zebras" method="get"')
  const { id: other } = await world.makeSpace()
  const { Top = '' } = await world.publish(other, { Top: 'Top' })
  await insert(other, 'anywhere', { into: Top, computed: insertion('anywhere', {}, false).computed })
  expect(await outline(other)).toEqual([['Top', pages.slice(0, 2)]])
})

test('the pages follow a new version: parts come and go, and pages that stay keep their ids, addresses and comments', async () => {
  await put('follows', { ...zebras(), ...keepers })
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { Home: 'Home' })
  await insert(spaceId, 'follows')
  const before = new Map(all(await pagesOf(spaceId)).map((page) => [page.title, page]))
  const zebra = before.get('List zebras')
  const comment = { page: zebra?.id, body: { markdown: 'Why?' } }
  await world.send('postCommentInSpace', { params: { spaceId }, body: comment })
  const ants = { '/ants': { get: { summary: 'List ants', tags: ['Animals'] } } }
  const doors = { '/doors': { put: { summary: 'Shut the door', tags: ['House'] } } }
  await followed(spaceId, () => put('follows', { ...ants, ...zebras('All zebras'), ...doors }))
  expect(await outline(spaceId)).toEqual([
    'Home',
    ['Animals', ['List ants', 'All zebras']],
    ['House', ['Shut the door']],
    'Models',
  ])
  const after = all(await pagesOf(spaceId)).find(({ title }) => title === 'All zebras')
  expect([after?.id, after?.path]).toEqual([zebra?.id, zebra?.path])
  const { items } = (await world.send('listCommentsInSpace', { params: { spaceId } })).body
  expect(items[0].target.page).toMatchObject({ id: zebra?.id, title: 'All zebras' })
  expect(await idOf(spaceId, 'Home')).toBe(before.get('Home')?.id)
  const { revision } = await world.space(spaceId)
  await followed(spaceId, () => put('follows', { ...ants, ...zebras('All zebras'), ...doors }, [{ name: 'Nobody' }]))
  expect((await world.space(spaceId)).revision).toBe(revision)
})

test('what somebody changed or wrote stays, also where the part of the specification is gone', async () => {
  await put('by-hand', { ...zebras(), ...keepers })
  const { id: spaceId } = await world.makeSpace()
  await insert(spaceId, 'by-hand')
  const { id } = await world.makeChangeRequest(spaceId)
  const [zebra, staff] = [await idOf(spaceId, 'List zebras'), await idOf(spaceId, 'Staff')]
  const document = { markdown: 'My own words.\n' }
  await world.write(spaceId, id, [
    { operation: 'update_page', page: zebra, title: 'Zebras', document },
    { operation: 'insert_page', title: 'Notes', into: staff, document },
  ])
  await followed(spaceId, () => world.merge(spaceId, id))
  await followed(spaceId, () => put('by-hand', zebras('Other words')))
  expect(await outline(spaceId)).toEqual([['Animals', ['Zebras']], 'Models', 'Notes'])
  await followed(spaceId, () => put('by-hand', keepers))
  expect(await outline(spaceId)).toEqual([['Staff', ['List keepers']], 'Models', 'Notes', 'Zebras'])
  expect([await idOf(spaceId, 'Zebras'), await markdownOf(spaceId, zebra)]).toEqual([zebra, document.markdown])
})

test('a change request that is merged after a new version brings its pages up to date', async () => {
  await put('late', zebras())
  const { id: spaceId } = await world.makeSpace()
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, [insertion('late')])
  await put('late', keepers)
  await followed(spaceId, () => world.merge(spaceId, id))
  expect(await outline(spaceId)).toEqual([['Staff', ['List keepers']], 'Models'])
})

test('a duplicate follows too, and a specification without operations takes nothing away', async () => {
  await put('copied', zebras())
  const { id: spaceId } = await world.makeSpace()
  await insert(spaceId, 'copied', insertion('copied', {}, false))
  const { id: copy } = (await world.send('duplicateSpace', { params: { spaceId } })).body
  await followed(copy, () => put('copied', {}))
  expect(await outline(copy)).toEqual([['Animals', ['List zebras']]])
  await followed(copy, () => put('copied', keepers))
  expect(await outline(copy)).toEqual([['Staff', ['List keepers']]])
})

test('an export has the entry, and importing it gives the same pages, with what somebody changed', async () => {
  await put('round', { ...zebras(), ...keepers })
  const { id: spaceId } = await world.makeSpace()
  const { Home = '' } = await world.publish(spaceId, { Home: 'Home', After: 'After' })
  await insert(spaceId, 'round', { into: Home })
  const { id } = await world.makeChangeRequest(spaceId)
  const zebra = await idOf(spaceId, 'List zebras')
  const document = { markdown: 'My own words.\n' }
  await world.write(spaceId, id, [{ operation: 'update_page', page: zebra, document }])
  await followed(spaceId, () => world.merge(spaceId, id))
  const { bytes } = await world.send('exportSpaceArchive', { as: 'rex', params: { spaceId } })
  const files = await filesOf(bytes)
  expect(Object.keys(files).sort()).toEqual([
    '.gitbook/openapi/round/animals/list-zebras.md',
    'README.md',
    'SUMMARY.md',
    'after.md',
  ])
  expect(files['SUMMARY.md']).toContain('  * ```yaml\n    type: builtin:openapi\n')
  const { id: again } = await world.makeSpace()
  await source.importFiles(world, again, files)
  expect(await outline(again)).toEqual(await outline(spaceId))
  expect(await markdownOf(again, await idOf(again, 'List zebras'))).toContain('My own words.')
  // The title is as it was made, so that it follows, and the text is not.
  await followed(again, () => put('round', zebras('Other')))
  expect(await outline(again)).toEqual([['Home', [['Animals', ['Other']], 'Models']], 'After'])
  expect(await markdownOf(again, await idOf(again, 'Other'))).toContain('My own words.')
  const second = await world.send('exportSpaceArchive', { as: 'rex', params: { spaceId: again } })
  expect((await filesOf(second.bytes))['SUMMARY.md']).toBe(files['SUMMARY.md'])
})

async function filesOf(bytes: Buffer): Promise<Record<string, string>> {
  const found = await readArchive(bytes, { field: 'archive' })
  return Object.fromEntries(
    await Promise.all(found.map(async ({ path, read }) => [path, String(await read())] as const)),
  )
}

test('what cannot be inserted is refused with its field: unknown, twice, without operations, or for a guest', async () => {
  await put('refused', zebras())
  await put('empty', {})
  const { id: spaceId } = await world.makeSpace()
  const { id } = await world.makeChangeRequest(spaceId)
  const refusal = async (changes: object[], as = 'ada') => {
    const params = { spaceId, changeRequestId: id }
    const { status, body } = await world.send('updateChangeRequestContent', { as, params, body: { changes } })
    return [status, body.error?.message]
  }
  const of = (index: number) => `body.changes.${index}.computed.dependencies.spec.ref.spec`
  for (const spec of ['unknown', 'empty'])
    expect(await refusal([insertion(spec, {}, false)])).toEqual([400, expect.stringMatching(`^${of(0)}: names`)])
  expect(await refusal([insertion('refused'), insertion('refused')])).toEqual([
    400,
    expect.stringMatching(`^${of(1)}: names`),
  ])
  expect(await outline(spaceId)).toEqual([])
  await world.write(spaceId, id, [insertion('refused')])
  expect(await refusal([insertion('refused')])).toEqual([400, expect.stringMatching('whose pages are there')])
  await world.send('inviteToSpace', { params: { spaceId }, body: { role: 'edit', users: ['gus'] } })
  const { id: other } = await world.makeChangeRequest(spaceId, 'gus')
  const params = { spaceId, changeRequestId: other }
  const asGuest = { as: 'gus', params, body: { changes: [insertion('refused')] } }
  expect((await world.send('updateChangeRequestContent', asGuest)).status).toBe(400)
})
