import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { type ArchiveSource, archiveSource } from './support/archive-source.ts'
import { indexed } from './support/wait-for-index.ts'
import { insertion, startWorld, type World } from './world.ts'

/** Takes a third of a second to read, as long pages do. */
const long = 'A text of *words*, with [a link](https://example.com/a) and `code` in it.\n\n'.repeat(900)

let world: World
let source: ArchiveSource
let spaceId: string
let pageId: string
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
  spaceId = (await world.makeSpace()).id
  pageId = (await world.publish(spaceId, { Long: long })).Long ?? ''
})
afterAll(async () => {
  source.stop()
  await world.stop()
})

/** Restarts the service with these limits for parsing, and the default ones otherwise. */
async function restart(bounds: Record<string, string>) {
  for (const name of ['PARSING_QUEUE', 'PARSING_TIMEOUT_MS']) delete world.test.env[name]
  Object.assign(world.test.env, bounds)
  await world.test.restart()
}

const readLong = (format: string) => world.send('getPageById', { params: { spaceId, pageId }, query: { format } })

const writeLong = async () => {
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const changes = [insertion(['Short', 'a text']), insertion(['Another', long])]
  return world.send('updateChangeRequestContent', { params: { spaceId, changeRequestId }, body: { changes } })
}

const importLong = async () => {
  const { id } = await world.makeSpace()
  return source.importFiles(world, id, { 'README.md': '# Home', 'guide/long.md': long })
}

test.each([
  ['read as a document', () => readLong('document')],
  ['written', writeLong],
  ['imported', importLong],
])('while a long text is %s, other requests are answered', async (_, work) => {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  // Each request begins when the one before is answered, and all of them fit into the time of one text.
  for (let request = 0; request < 5; request += 1)
    expect((await world.send('getSpaceById', { params: { spaceId } })).status).toBe(200)
  expect(isDone).toBe(false)
  await done
})

test('where no thread is free and no place to wait, a text is refused with 503 and Retry-After', async () => {
  const people = ['ada', 'cleo', 'edda', 'rex']
  await restart({})
  // Each reads a text of their own, since readers of the same text share one parse.
  const { id: theirs } = await world.makeSpace()
  const text = long.slice(0, long.length / 5)
  const pages = await world.publish(theirs, Object.fromEntries(people.map((name) => [name, `${text}\n\n${name}`])))
  await restart({ PARSING_QUEUE: '0' })
  const answers = await Promise.all(
    people.map((as) => {
      const params = { spaceId: theirs, pageId: pages[as] ?? '' }
      return world.send('getPageById', { as, params, query: { format: 'document' } })
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  const refused = answers.find(({ status }) => status === 503)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await readLong('document')).status).toBe(200)
})

test('a text that takes too long to read is refused by name where it is written, and shown as markdown', async () => {
  await restart({ PARSING_TIMEOUT_MS: '20' })
  const presented = await readLong('document')
  expect([presented.status, presented.body.error.message]).toEqual([409, expect.stringContaining('longer than 0.02 s')])
  expect((await readLong('markdown')).body.markdown).toBe(long)

  const written = await writeLong()
  expect(written.status).toBe(400)
  expect(written.body.error.message).toMatch(/^body\.changes\.1\.document: .*longer than 0\.02 s.*\(page Another\)$/)

  const { id: withLong } = await world.makeSpace()
  await source.importFiles(world, withLong, { 'README.md': '# Home', 'guide/long.md': long })
  const { body: imported } = await world.send('listPages', { params: { spaceId: withLong } })
  expect(imported.pages.map(({ title }: { title: string }) => title)).toEqual(['Home'])
  const alone = source.importFiles(world, withLong, { 'guide/long.md': long })
  await expect(alone).rejects.toThrow(/400.*body\.url: long\.md: .*longer than 0\.02 s/)
  const config = 'a: [b, {c: d}]\n'.repeat(4000)
  const configured = source.importFiles(world, withLong, { '.gitbook.yaml': config, 'README.md': '# Home' })
  await expect(configured).rejects.toThrow(/400.*body\.url: \.gitbook\.yaml: .*longer than 0\.02 s/)
})

test('a page whose text takes too long is found by its title, and the pages beside it by their words', async () => {
  await restart({ PARSING_TIMEOUT_MS: '60000' })
  const { id: beside } = await world.makeSpace()
  const texts = { Easy: 'Gimbals keep a compass level.', Longest: '[a](b "c") ![d](e) words\n\n'.repeat(5000) }
  const { Easy = '', Longest = '' } = await world.publish(beside, texts)
  // Enough for the easy text even if the processors are busy, and not for the other, which takes more than a second.
  await restart({ PARSING_TIMEOUT_MS: '500' })
  await raw`delete from search_space where space_id = ${beside}`.execute(world.sql())
  // A search waits for two seconds at most.
  await indexed(world)
  const found = async (query: string) => {
    const { body } = await world.send('searchSpaceContent', { params: { spaceId: beside }, query: { query } })
    return body.items.map((item: { id: string }) => item.id)
  }
  expect(await found('gimbals')).toEqual([Easy])
  expect(await found('longest')).toEqual([Longest])
  expect(await found('words')).toEqual([])
})
