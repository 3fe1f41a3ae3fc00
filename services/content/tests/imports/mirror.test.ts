import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { zip } from '../../src/imports/archives.fixture.ts'
import { insertion, startWorld, type World } from '../world.ts'

/** The states of a source by their addresses, as a test sets them. */
const archives = new Map<string, Buffer>()
const source = createServer((request, response) => {
  const archive = archives.get(request.url ?? '')
  response.writeHead(archive ? 200 : 404).end(archive)
})
let world: World
let host: string
beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const address = source.address()
  host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : ''
  world = await startWorld({ OUTBOUND_ALLOW: host })
})
afterAll(async () => {
  await world.stop()
  source.close()
  source.closeAllConnections()
})

const addresses = (function* () {
  for (let number = 1; ; number += 1) yield `/${number}.zip`
})()
/** Imports these files; from an address of their own unless one is given. */
async function importFiles(spaceId: string, files: Record<string, string>, path = addresses.next().value) {
  archives.set(path, await zip(files))
  return world.send('importContent', { params: { spaceId }, body: { source: 'zip', url: `http://${host}${path}` } })
}

interface Page {
  id: string
  title: string
  pages?: Page[]
}
const pagesOf = async (spaceId: string): Promise<Page[]> =>
  (await world.send('listPages', { params: { spaceId } })).body.pages
/** Titles with those of the pages below in brackets. */
const outline = (pages: Page[]): string =>
  pages.map(({ title, pages: below = [] }) => title + (below.length > 0 ? ` (${outline(below)})` : '')).join(', ')
const idsByTitle = (pages: Page[]): Map<string, string> =>
  new Map(pages.flatMap(({ id, title, pages: below = [] }) => [[title, id] as const, ...idsByTitle(below)]))
const edit = async (spaceId: string, ...changes: object[]) => {
  const { id } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, id, changes)
  await world.merge(spaceId, id)
}

const first = {
  'SUMMARY.md':
    '* [Home](README.md)\n* [Install](install.md)\n* [Use](use.md)\n\n## More\n\n* [Ask](ask.md)\n* [Code](https://example.com)\n',
  'README.md': '# Home\n\n![A picture](pictures/old.svg)',
  'install.md': '# Install',
  'use.md': '# Use',
  'ask.md': '# Ask',
  'pictures/old.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}
const without = (...paths: string[]) =>
  Object.fromEntries(Object.entries(first).filter(([path]) => !paths.includes(path)))

test('a source that is imported again is mirrored: its order, and what it does not have any more is gone', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  const before = await pagesOf(id)
  expect(outline(before)).toBe('Home, Install, Use, More (Ask, Code)')
  await importFiles(id, {
    ...without('install.md', 'ask.md', 'pictures/old.svg'),
    'SUMMARY.md': '* [Use](use.md)\n* [New](new.md)\n* [Home](README.md)\n',
    'README.md': '# Home',
    'new.md': '# New',
  })
  const after = await pagesOf(id)
  expect(outline(after)).toBe('Use, New, Home')
  const [old, now] = [idsByTitle(before), idsByTitle(after)]
  expect([now.get('Use'), now.get('Home')]).toEqual([old.get('Use'), old.get('Home')])
  const files = await world.send('listFiles', { params: { spaceId: id } })
  expect(files.body.items).toEqual([])
  const { items } = (await world.send('listImportRuns', { query: { space: id } })).body
  const { problems } = (await world.send('getImportRun', { params: { importRunId: items[0].id } })).body
  const gone = ['install.md', 'More', 'ask.md', 'Code', 'pictures/old.svg']
  expect(problems.toSorted()).toEqual(
    gone.map((what) => `${what}: the source does not have it any more; it was removed`).toSorted(),
  )
})

test('a group that the source has renamed is gone at once, and its pages are in the new one', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  await importFiles(id, { ...first, 'SUMMARY.md': first['SUMMARY.md'].replace('## More', '## Others') })
  expect(outline(await pagesOf(id))).toBe('Home, Install, Use, Others (Ask, Code)')
})

test('the same state again changes nothing', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  const before = await pagesOf(id)
  await importFiles(id, first)
  expect(await pagesOf(id)).toEqual(before)
})

test('pages made by hand stay, each behind the page that it followed', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  const ids = idsByTitle(await pagesOf(id))
  await edit(
    id,
    { ...insertion(['By hand', 'Mine.']), at: 2 },
    { ...insertion(['Below', 'Mine too.']), into: ids.get('Ask') },
    { ...insertion(['On top', 'First.']), at: 0 },
  )
  expect(outline(await pagesOf(id))).toBe('On top, Home, Install, By hand, Use, More (Ask (Below), Code)')
  await importFiles(id, {
    ...without('ask.md'),
    'SUMMARY.md':
      '* [Use](use.md)\n* [Home](README.md)\n* [Install](install.md)\n\n## More\n\n* [Code](https://example.com)\n',
  })
  expect(outline(await pagesOf(id))).toBe('On top, Use, Home, Install, By hand, More (Code, Below)')
})

test('a file that a page made by hand shows stays where the source has lost it', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  const [picture] = (await world.send('listFiles', { params: { spaceId: id } })).body.items
  await edit(id, insertion(['By hand', `![Mine](/files/${picture.id})`]))
  await importFiles(id, { ...without('pictures/old.svg'), 'README.md': '# Home' })
  const { body } = await world.send('listFiles', { params: { spaceId: id } })
  expect(body.items).toMatchObject([{ id: picture.id }])
})

test('a file that moved to another folder is the same page', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  const before = idsByTitle(await pagesOf(id))
  await importFiles(id, {
    ...without('install.md'),
    'SUMMARY.md': '* [Home](README.md)\n* [Install](start/install.md)\n* [Use](use.md)\n* [Ask](ask.md)\n',
    'start/install.md': '# Install',
  })
  expect(idsByTitle(await pagesOf(id)).get('Install')).toBe(before.get('Install'))
})

test('a file that was renamed is the same page, with its comments, and its former address leads there', async () => {
  const { id: spaceId } = await world.makeSpace()
  const text =
    '# Install\n\nTake the archive of the release from the shelf.\n\nIt has to be dry.\n\nUnpack it, and run the program in it.\n'
  await importFiles(spaceId, { ...first, 'install.md': text })
  const { Install: pageId = '' } = Object.fromEntries(idsByTitle(await pagesOf(spaceId)))
  const { body: comment } = await world.send('postCommentInSpace', {
    params: { spaceId },
    body: { page: pageId, body: { markdown: 'Which one?' } },
  })
  await importFiles(spaceId, {
    ...without('install.md'),
    'SUMMARY.md': '* [Home](README.md)\n* [Set up](start/set-up.md)\n* [Use](use.md)\n* [Ask](ask.md)\n',
    'start/set-up.md': text.replace('# Install', '# Set up').replace('and run', 'and start'),
  })
  const after = await pagesOf(spaceId)
  expect(idsByTitle(after).get('Set up')).toBe(pageId)
  const { body } = await world.send('listCommentsInSpace', { params: { spaceId } })
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([comment.id])
  const former = await world.sql().selectFrom('former_address').selectAll().where('space_id', '=', spaceId).execute()
  expect(former).toContainEqual({ space_id: spaceId, key: '/install', page_id: pageId })
})

test('what could not be read this time is not taken for gone, nor is anything else then', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  await importFiles(id, { ...without('ask.md'), 'use.md': '---\nhidden: [\n---\n# Use' })
  expect([...idsByTitle(await pagesOf(id)).keys()].sort()).toEqual(['Ask', 'Code', 'Home', 'Install', 'More', 'Use'])
})

test('another source is added to what is there', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  await importFiles(id, { 'README.md': '# Another home', 'a.md': '# A', 'b.md': '# B', 'c.md': '# C' })
  expect([...idsByTitle(await pagesOf(id)).keys()]).toEqual(expect.arrayContaining(['Install', 'Use', 'Ask', 'A', 'B']))
})

test('a small archive that shares only the names that every archive has takes nothing away', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, { 'README.md': '# Home', 'use.md': '# Use' })
  await importFiles(id, { 'README.md': '# Another home', 'intro.md': '# Intro' })
  expect([...idsByTitle(await pagesOf(id)).keys()].sort()).toEqual(['Another home', 'Intro', 'Use'])
})

test('a source takes away what it brought itself, and nothing of other sources', async () => {
  const { id } = await world.makeSpace()
  const other = {
    'api/one.md': '# One\n\n![P](api.svg)',
    'api/two.md': '# Two',
    'api/api.svg': first['pictures/old.svg'],
  }
  await importFiles(id, first, '/mine.zip')
  await importFiles(id, other, '/other.zip')
  await importFiles(id, without('ask.md'), '/mine.zip')
  const all = ['Home', 'Install', 'Use', 'More', 'Code', 'One', 'Two']
  expect([...idsByTitle(await pagesOf(id)).keys()].sort()).toEqual(all.toSorted())
  await importFiles(id, { 'api/two.md': '# Two' }, '/other.zip')
  expect([...idsByTitle(await pagesOf(id)).keys()].sort()).toEqual(all.filter((title) => title !== 'One').toSorted())
})

test('a source whose folder was renamed as a whole is the same, with what people hid', async () => {
  const { id } = await world.makeSpace()
  const folder = (name: string) =>
    Object.fromEntries(['one', 'two', 'three', 'four'].map((page) => [`${name}/${page}.md`, `# ${page}\n\nWords.`]))
  await importFiles(id, { 'README.md': '# Home', ...folder('old') })
  const before = idsByTitle(await pagesOf(id))
  await edit(id, { operation: 'update_page', page: before.get('two'), hidden: true })
  await importFiles(id, { 'README.md': '# Home', ...folder('new') })
  const after = await pagesOf(id)
  for (const title of ['one', 'two', 'three', 'four']) expect(idsByTitle(after).get(title)).toBe(before.get(title))
  expect(JSON.stringify(after).match(/"hidden":true/g)).toHaveLength(1)
})

test('a page of another source that an import replaces is named', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first)
  await importFiles(id, { 'README.md': '# Another home\n\nWords.', 'a.md': '# A' })
  const { items } = (await world.send('listImportRuns', { query: { space: id } })).body
  const { problems } = (await world.send('getImportRun', { params: { importRunId: items[0].id } })).body
  expect(problems).toEqual(['README.md: it replaces the text of a page that another source brought'])
})

test('a page made by hand stays with the document that was imported into it', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first, '/with-document.zip')
  await edit(id, insertion(['By hand', 'Mine.']))
  const pageId = idsByTitle(await pagesOf(id)).get('By hand') ?? ''
  archives.set('/document.md', Buffer.from('# Document\n\nTheirs.'))
  const body = { source: 'markdown', url: `http://${host}/document.md` }
  expect((await world.send('importContentInPageById', { params: { spaceId: id, pageId }, body })).status).toBe(201)
  await importFiles(id, without('ask.md'), '/with-document.zip')
  expect(idsByTitle(await pagesOf(id)).get('By hand')).toBe(pageId)
})

test('what a page made by hand includes stays, with the pictures in it', async () => {
  const { id } = await world.makeSpace()
  const shared = {
    '.gitbook/includes/note.md': '![Shown](../assets/shown.svg)\n',
    '.gitbook/assets/shown.svg': first['pictures/old.svg'],
  }
  await importFiles(id, { ...first, ...shared }, '/shared.zip')
  const revision = (await world.send('getCurrentRevision', { params: { spaceId: id } })).body
  await edit(id, insertion(['By hand', `{% include "/reusable-contents/${revision.reusableContents[0].id}" %}`]))
  await importFiles(id, first, '/shared.zip')
  const { files, reusableContents } = (await world.send('getCurrentRevision', { params: { spaceId: id } })).body
  expect(reusableContents).toEqual(revision.reusableContents)
  expect(files.map(({ name }: { name: string }) => name).sort()).toEqual(['old.svg', 'shown.svg'])
})

test('a page that people have hidden stays hidden; one that the source hid is shown when the source shows it', async () => {
  const { id } = await world.makeSpace()
  const isHidden = async (title: string) => {
    const pages = (await world.send('listPages', { params: { spaceId: id } })).body.pages
    return pages.find((page: Page) => page.title === title).hidden
  }
  const files = {
    ...first,
    'SUMMARY.md': '* [Home](README.md)\n* [Install](install.md)\n',
    'use.md': '---\nhidden: true\n---\n# Use',
  }
  await importFiles(id, files)
  await edit(id, { operation: 'update_page', page: idsByTitle(await pagesOf(id)).get('Install'), hidden: true })
  expect([await isHidden('Install'), await isHidden('Use'), await isHidden('Ask')]).toEqual([true, true, true])
  await importFiles(id, { ...files, 'SUMMARY.md': first['SUMMARY.md'], 'use.md': '# Use' })
  expect([await isHidden('Install'), await isHidden('Use')]).toEqual([true, false])
})

test('an entry of the table of contents that leads out costs no other; one that cannot be read changes nothing', async () => {
  const { id } = await world.makeSpace()
  const draft = { ...first, 'draft.md': '# Draft' }
  await importFiles(id, draft)
  await importFiles(id, { ...draft, 'SUMMARY.md': `${first['SUMMARY.md']}* [Typo](../other/x.md)\n` })
  const before = (await world.send('listPages', { params: { spaceId: id } })).body.pages
  expect(before.find((page: Page & { hidden?: boolean }) => page.title === 'Draft').hidden).toBe(true)
  const unread = { ...draft, 'SUMMARY.md': `${'>'.repeat(60)} * [Home](README.md)\n` }
  const { status, body } = await importFiles(id, unread)
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining('SUMMARY.md')])
  expect((await world.send('listPages', { params: { spaceId: id } })).body.pages).toEqual(before)
})

test('an address that was imported before is the same source, however much of it has changed', async () => {
  const { id } = await world.makeSpace()
  await importFiles(id, first, '/same.zip')
  await importFiles(id, { 'guide/one.md': '# One', 'guide/two.md': '# Two' }, '/same.zip')
  expect(outline(await pagesOf(id))).toBe('One, Two')
})

test('an import into a page mirrors what is below that page, and nothing else', async () => {
  const { id } = await world.makeSpace()
  await world.publish(id, { Docs: 'Here.', Other: 'There.' })
  const docs = idsByTitle(await pagesOf(id)).get('Docs')
  const into = async (files: Record<string, string>) => {
    archives.set('/into.zip', await zip(files))
    const body = { source: 'zip', url: `http://${host}/into.zip` }
    return world.send('importContentInPageById', { params: { spaceId: id, pageId: docs ?? '' }, body })
  }
  await into({ 'one.md': '# One', 'two.md': '# Two', 'three.md': '# Three' })
  await into({ 'three.md': '# Three', 'SUMMARY.md': '* [Three](three.md)\n* [One](one.md)\n', 'one.md': '# One' })
  expect(outline(await pagesOf(id))).toBe('Docs (Three, One), Other')
})

test('redirects of a source lead to its pages, and follow the source', async () => {
  const { id } = await world.makeSpace()
  const moved = async (path: string) =>
    (
      await world.send('findMovedPage', {
        as: { kind: 'service', scope: 'full' },
        params: { spaceId: id },
        body: { path, visitor: { claims: {} } },
      })
    ).body.path
  await importFiles(id, { ...first, '.gitbook.yaml': 'redirects:\n  old/install: install.md\n  old/use: use.md\n' })
  expect([await moved('old/install'), await moved('old/use')]).toEqual(['install', 'use'])
  await importFiles(id, { ...first, '.gitbook.yaml': 'redirects:\n  old/install: use.md\n' })
  expect([await moved('old/install'), await moved('old/use')]).toEqual(['use', undefined])
})

test('a picture of the source with other bytes, and an included text that both sides changed, still go with it', async () => {
  const { id } = await world.makeSpace()
  const path = addresses.next().value
  const included = '.gitbook/includes/note.md'
  const home = '# Home\n\n![](pictures/old.svg) {% include ".gitbook/includes/note.md" %}'
  await importFiles(id, { ...first, [included]: 'One.\n\nTwo.\n', 'README.md': home }, path)
  const present = async () => {
    const { body } = await world.send('getCurrentRevision', { params: { spaceId: id } })
    return [...body.files, ...body.reusableContents].map((one: { id: string }) => one.id)
  }
  const [file, content] = await present()
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1"/>').toString('base64')
  const textOf = (markdown: string) => ({
    operation: 'update_reusable_content',
    reusableContent: content,
    document: { markdown },
  })
  const { id: changeRequestId } = await world.makeChangeRequest(id)
  await world.write(id, changeRequestId, [textOf('ONE.\n\nTwo.\n')])
  await edit(id, { operation: 'update_file', file, name: 'old.svg', base64: bytes }, textOf('One.\n\nTWO.\n'))
  expect((await world.merge(id, changeRequestId)).result).toBe('merge')
  await importFiles(id, without('pictures/old.svg'), path)
  expect(await present()).toEqual([])
})

test('a group and a link that people have hidden stay hidden', async () => {
  const { id } = await world.makeSpace()
  const path = addresses.next().value
  await importFiles(id, first, path)
  const ids = idsByTitle(await pagesOf(id))
  const hidden = ['More', 'Code'].map((title) => ids.get(title) ?? '')
  await edit(id, ...hidden.map((page) => ({ operation: 'update_page', page, hidden: true })))
  await importFiles(id, { ...first, 'ask.md': '# Ask\n\nMore.' }, path)
  for (const pageId of hidden)
    expect((await world.send('getPageById', { params: { spaceId: id, pageId } })).body).toMatchObject({ hidden: true })
})
