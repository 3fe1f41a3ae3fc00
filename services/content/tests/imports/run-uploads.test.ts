import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { zip } from '../../src/imports/archives.fixture.ts'
import { startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const nobody = { kind: 'none', scope: 'full' } as const

/** Uploads a file, to a space if one is given; answers its key. */
async function uploaded(name: string, content: string | Buffer, as = 'edda', spaceId?: string): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(content))
  const body = { file: { name, size: bytes.length, type: 'text/plain' }, kind: 'import_file' }
  const { body: address } = await (spaceId === undefined
    ? world.send('generateStorageUploadURL', { as, body })
    : world.send('generateSpaceUploadURL', { as, params: { spaceId }, body }))
  const params = { uploadToken: String(address.url).split('/').at(-1) ?? '' }
  expect((await world.send('uploadFile', { as: nobody, params, body: bytes })).status).toBeLessThan(300)
  return address.key
}

const start = (space: string, files: string[], as = 'edda') =>
  world.send('startImportRun', { as, body: { source: { type: 'file', files }, target: { space } } })

/** The run once it has ended. */
async function ended(importRunId: string) {
  const { bus } = world.test.service.foundation
  const published = bus.connection.subscribe(bus.subject('import-run-ends'))
  await bus.connection.flush()
  const look = async () => (await world.send('getImportRun', { as: 'edda', params: { importRunId } })).body
  const isUnderWay = ({ status }: { status: string }) => status === 'pending' || status === 'in-progress'
  if (isUnderWay(await look()))
    for await (const one of published) if (one.json<{ id: string }>().id === importRunId) break
  published.unsubscribe()
  return look()
}

const pagesOf = async (spaceId: string) => (await world.send('listPages', { params: { spaceId } })).body.pages

test('uploaded files come in side by side, each read by its name; one that cannot be read is a failure of its own', async () => {
  const { id } = await world.makeSpace()
  const keys = [
    await uploaded('guide.md', '# Guide\n\nText.'),
    await uploaded('guide.md', '# Other guide'),
    await uploaded('page.html', '<html><head><title>Page</title></head><body><main><p>Hello</p></main></body></html>'),
    await uploaded('empty.html', '<html><body></body></html>'),
  ]
  const { status, body } = await start(id, keys)
  expect([status, body.status, body.source]).toEqual([201, 'pending', { type: 'file', files: keys }])
  const run = await ended(body.id)
  expect(run).toMatchObject({ status: 'completed', importedResources: 3, totalResources: 4 })
  expect(run.failures).toEqual([{ path: 'empty.html', problem: expect.any(String) }])
  const pages = await pagesOf(id)
  expect(pages.map(({ title }: { title: string }) => title).sort()).toEqual(['Guide', 'Other guide', 'Page'])
  expect(pages.map(({ git }: { git: { path: string } }) => git.path).sort()).toEqual([
    'guide-1.md',
    'guide.md',
    'page.html',
  ])
})

test('uploaded files keep their names in any writing, by which links between them lead', async () => {
  const { id } = await world.makeSpace()
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  const html = (text: string) => `<html><body><main><p>${text}</p><img src="${picture}"></main></body></html>`
  const names = {
    'U\u0308bersicht.md': 'See [the guide](My%20Guide.MARKDOWN) and [the others](Справка.html).',
    'My Guide.MARKDOWN': 'Back to [all](%C3%9Cbersicht.md).',
    'Руководство.html': html('One'),
    'Справка.html': html('Two'),
    '../概要.md': 'Text.',
  }
  const keys: string[] = []
  for (const [name, text] of Object.entries(names)) keys.push(await uploaded(name, text))
  const run = await ended((await start(id, keys)).body.id)
  expect(run).toMatchObject({ status: 'completed', failures: [], problems: [] })
  const pages: { id: string; title: string; path: string; git: { path: string } }[] = await pagesOf(id)
  expect(pages.map(({ git }) => git.path).sort()).toEqual(
    ['My Guide.MARKDOWN', 'Übersicht.md', 'Руководство.html', 'Справка.html', '-概要.md'].sort(),
  )
  const pageAt = (path: string) => pages.find(({ git }) => git.path === path)
  expect(pageAt('Übersicht.md')).toMatchObject({ title: 'Übersicht' })
  const textOf = async (path: string) => {
    const params = { spaceId: id, pageId: pageAt(path)?.id ?? '' }
    return (await world.send('getPageById', { params, query: { format: 'markdown' } })).body.markdown
  }
  expect(await textOf('Übersicht.md')).toContain(`(/pages/${pageAt('My Guide.MARKDOWN')?.id})`)
  expect(await textOf('Übersicht.md')).toContain(`(/pages/${pageAt('Справка.html')?.id})`)
  expect(await textOf('My Guide.MARKDOWN')).toContain(`(/pages/${pageAt('Übersicht.md')?.id})`)
  const { body: files } = await world.send('listFiles', { params: { spaceId: id } })
  const shown = await Promise.all(['Руководство.html', 'Справка.html'].map(textOf))
  expect(files.items).toHaveLength(2)
  for (const file of files.items) expect(shown.filter((text) => text.includes(file.id))).toHaveLength(1)
})

test('a file whose page has a plain spelling of its name keeps that page, unless another file has that name', async () => {
  const { id } = await world.makeSpace()
  const html = (text: string) => `<html><body><main><p>${text}</p></main></body></html>`
  const imported = async (files: Record<string, string>) => {
    const keys: string[] = []
    for (const [name, text] of Object.entries(files)) keys.push(await uploaded(name, text))
    expect(await ended((await start(id, keys)).body.id)).toMatchObject({ status: 'completed', failures: [] })
    const pages: { id: string; path: string; git: { path: string } }[] = await pagesOf(id)
    return new Map(pages.map((page) => [page.git.path, page]))
  }
  const before = await imported({ 'My-Guide.md': 'One.', 'bersicht.html': html('One'), 'old-notes.md': 'One.' })
  const named = { 'My Guide.md': 'Two.', 'Übersicht.htm': html('Two') }
  const after = await imported({ ...named, 'old notes.md': 'New.', 'old-notes.md': 'Two.' })
  expect(after.size).toBe(4)
  const idsOf = (pages: typeof after, paths: string[]) => paths.map((path) => pages.get(path)?.id)
  const names = ['My Guide.md', 'Übersicht.htm', 'old-notes.md']
  expect(idsOf(after, names)).toEqual(idsOf(before, ['My-Guide.md', 'bersicht.html', 'old-notes.md']))
  expect(after.get('My Guide.md')?.path).toBe(before.get('My-Guide.md')?.path)
  const params = { spaceId: id, pageId: after.get('My Guide.md')?.id ?? '' }
  expect((await world.send('getPageById', { params, query: { format: 'markdown' } })).body.markdown).toContain('Two.')
})

test('an archive comes in with its own tree, and by itself only', async () => {
  const { id } = await world.makeSpace()
  const archive = await uploaded(
    'docs.zip',
    await zip({ 'SUMMARY.md': '* [B](b.md)\n* [A](a.md)\n', 'a.md': '', 'b.md': '' }),
  )
  const refused = await start(id, [archive, await uploaded('a.md', '# A')])
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^body\.source\.files: /)])
  const run = await ended((await start(id, [archive])).body.id)
  expect(run.status).toBe('completed')
  expect((await pagesOf(id)).map(({ title }: { title: string }) => title)).toEqual(['B', 'A'])
})

test('a guest who may edit a space imports files into it, and into no other', async () => {
  const [{ id }, { id: another }] = [await world.makeSpace(), await world.makeSpace()]
  await world.send('inviteToSpace', { params: { spaceId: id }, body: { role: 'edit', users: ['gus'] } })
  const key = await uploaded('a.md', '# A', 'gus', id)
  expect((await start(another, [key], 'gus')).status).toBe(404)
  const { status, body } = await start(id, [key], 'gus')
  expect([status, (await ended(body.id)).status]).toEqual([201, 'completed'])
  expect((await pagesOf(id)).map(({ title }: { title: string }) => title)).toEqual(['A'])
})

test('the key of another person is none', async () => {
  const { id } = await world.makeSpace()
  const key = await uploaded('a.md', '# A')
  const { status, body } = await start(id, [key], 'cleo')
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body\.source\.files\.0: /)])
  expect(await pagesOf(id)).toEqual([])
})
