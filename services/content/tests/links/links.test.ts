import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { type Branch, newBranch, page, update, write } from '../support/branch.ts'
import { largeSpace } from '../support/large-space.ts'
import { publicUrl, startWorld, type World } from '../world.ts'
import { linksOf } from './described-links.ts'

let world: World
let presented: ReturnType<typeof linksOf>
let source: ArchiveSource
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
  presented = linksOf(world)
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

/** A space whose pages name each other by titles in braces: `{Other}` becomes the address of that page. */
async function spaceWith(texts: Record<string, string>) {
  const { id: spaceId } = await world.makeSpace()
  const branch = await newBranch(world, spaceId)
  const ids = await insert(branch, texts)
  await world.merge(spaceId, branch.params.changeRequestId)
  return { spaceId, ids }
}

async function insert(branch: Branch, texts: Record<string, string>): Promise<Record<string, string>> {
  const titles = Object.keys(texts)
  const { changes } = await branch.made(...titles.map((title) => page(title)))
  const ids = Object.fromEntries(titles.map((title, at) => [title, changes[at]?.page.id ?? '']))
  const named = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, title: string) => `/pages/${ids[title]}`)
  await branch.made(...titles.map((title) => write(ids[title] ?? '', named(texts[title] ?? ''))))
  return ids
}

test('the links of a space are told by targets, each with all pages that have it', async () => {
  const { spaceId } = await spaceWith({
    Home: `[a]({Guide}) [b]({Guide}#top) <https://example.com/> [c](nowhere.md) [d](${publicUrl}/v1/spaces/x)`,
    Guide: '[home]({Home}) ![picture](/files/gone) [again](https://example.com/) [me](#here) [no](javascript:alert(1))',
  })
  const { items, stats, count } = await presented.ofSpace(spaceId)
  expect(items.sort()).toEqual([
    'broken dependsOn url /files/gone < page Guide',
    'broken reference url nowhere.md < page Home',
    `in-app reference url ${publicUrl}/v1/spaces/x < page Home`,
    'ok reference page Guide < page Home',
    'ok reference page Guide#here < page Guide',
    'ok reference page Guide#top < page Home',
    'ok reference page Home < page Guide',
    'ok reference url https://example.com/ < page Guide, page Home',
  ])
  expect([stats, count]).toEqual([{ total: 8, broken: { total: 2 } }, 8])
  const broken = await presented.ofSpace(spaceId, { status: 'broken' })
  expect([broken.items.length, broken.count, broken.stats]).toEqual([2, 2, stats])
  const inApp = await presented.ofSpace(spaceId, { status: 'in-app' })
  expect([inApp.items.length, inApp.count]).toEqual([1, 1])
})

test('a link outlives new names and moves of its target, and breaks with it', async () => {
  const { spaceId, ids } = await spaceWith({ From: '[to]({To})', To: 'Here.', Top: 'Above.' })
  const { Top = '', To = '' } = ids
  const renaming = await newBranch(world, spaceId)
  await renaming.made(update(To, { title: 'Elsewhere', slug: 'else', into: Top }))
  await world.merge(spaceId, renaming.params.changeRequestId)
  expect((await presented.ofSpace(spaceId)).items).toEqual(['ok reference page Elsewhere < page From'])
  const removing = await newBranch(world, spaceId)
  await removing.made({ operation: 'delete_page', page: To })
  expect((await presented.ofSpace(spaceId)).stats).toEqual({ total: 1, broken: { total: 0 } })
  await world.merge(spaceId, removing.params.changeRequestId)
  const { items, stats } = await presented.ofSpace(spaceId)
  expect([items, stats]).toEqual([
    [`broken reference url /pages/${To} < page From`],
    { total: 1, broken: { total: 1 } },
  ])
})

test('what an export has marked as broken is listed with what it was, and stays in the text and its tree', async () => {
  const { id: spaceId } = await world.makeSpace()
  const markdown = '[one](broken://pages/abc) [two](broken-reference) ![three](broken://files/def)'
  await world.publish(spaceId, { Home: markdown })
  expect((await presented.ofSpace(spaceId, { status: 'broken' })).items.sort()).toEqual([
    'broken dependsOn url broken://files/def < page Home',
    'broken reference url broken-reference < page Home',
    'broken reference url broken://pages/abc < page Home',
  ])
  const { body } = await world.send('getPageByPath', {
    params: { spaceId, pagePath: 'home' },
    query: { format: 'document' },
  })
  expect(JSON.stringify(body.document)).toContain('"url":"broken://pages/abc"')
})

test('a link to a page that is not live yet is broken until it is', async () => {
  const { id: spaceId } = await world.makeSpace()
  const [first, second] = [await newBranch(world, spaceId), await newBranch(world, spaceId)]
  const { Late } = await insert(first, { Late: 'Text.' })
  await insert(second, { Early: `[late](/pages/${Late})` })
  await world.merge(spaceId, second.params.changeRequestId)
  expect((await presented.ofSpace(spaceId)).items).toEqual([`broken reference url /pages/${Late} < page Early`])
  expect((await presented.list('listChangeRequestLinks', first.params)).stats.broken).toEqual({
    total: 0,
    changeRequest: 0,
  })
  await world.merge(spaceId, first.params.changeRequestId)
  const { items, stats } = await presented.ofSpace(spaceId, { status: 'ok' })
  expect([items, stats.broken.total]).toEqual([['ok reference page Late < page Early'], 0])
})

test('a page of the list begins where the one before ended, also among the pages that have one link', async () => {
  const titles = Array.from({ length: 12 }, (_, index) => `P${index + 10}`)
  const { spaceId } = await spaceWith(
    Object.fromEntries(titles.map((title, index) => [title, `<https://a.example/${index}> [x]({${titles[0]}})`])),
  )
  const whole = (await presented.ofSpace(spaceId)).items
  for (const limit of ['1', '5'])
    expect(await presented.allPages('listSpaceLinks', { spaceId }, { limit })).toEqual(whole)
  const ok = (await presented.ofSpace(spaceId, { status: 'ok' })).items
  expect([ok, await presented.allPages('listSpaceLinks', { spaceId }, { limit: '3', status: 'ok' })]).toEqual([
    whole,
    whole,
  ])
})

test('a target with more places than an answer holds goes on in the next one', async () => {
  const spaceId = await largeSpace(world, 600, () => '<https://b.example/>')
  const first = (await world.send('listSpaceLinks', { params: { spaceId } })).body
  const second = (await world.send('listSpaceLinks', { params: { spaceId }, query: { page: first.next.page } })).body
  const locationsOf = (list: typeof first): string[] =>
    list.items.flatMap((item: typeof first) => item.locationReferences.map((one: typeof first) => one.page.id))
  expect([locationsOf(first).length, locationsOf(second).length, second.next]).toEqual([500, 100, undefined])
  expect(new Set([...locationsOf(first), ...locationsOf(second)]).size).toBe(600)
  expect([first.count, second.stats]).toEqual([1, { total: 1, broken: { total: 0 } }])
})

test('pages and files know what links to them, and their own links do not count', async () => {
  const { id: spaceId } = await world.makeSpace()
  const branch = await newBranch(world, spaceId)
  const { insertedFiles } = await branch.made({ operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] })
  const fileId = insertedFiles[0]?.id ?? ''
  const ids = await insert(branch, {
    Target: '[me]({Target}) [here](#here)',
    One: '[x]({Target}) [y]({Target}#a)',
    Two: `[x]({Target}) ![file](/files/${fileId})`,
  })
  await world.merge(spaceId, branch.params.changeRequestId)
  const params = { spaceId, pageId: ids.Target ?? '', fileId }
  expect(await presented.backlinks('listSpacePageBacklinks', params)).toEqual({
    items: ['page One', 'page Two'],
    count: 2,
  })
  expect(await presented.backlinks('listSpaceFileBacklinks', params)).toEqual({ items: ['page Two'], count: 1 })
  expect(await presented.allPages('listSpacePageBacklinks', params, { limit: '1' })).toEqual(['page One', 'page Two'])
  const ofPage = await presented.list('listPageLinksInSpace', { ...params, pageId: ids.Two ?? '' })
  expect(ofPage.items.sort()).toEqual(['ok dependsOn file a.txt < page Two', 'ok reference page Target < page Two'])
  const absent = { ...params, pageId: 'absent', fileId: 'absent' }
  for (const id of ['listSpacePageBacklinks', 'listSpaceFileBacklinks', 'listPageLinksInSpace'])
    expect((await world.send(id, { params: absent })).status).toBe(404)
})

test('a change request has the links of its own content, and tells what it broke', async () => {
  const { spaceId, ids } = await spaceWith({
    Old: '[gone]({Gone}) [dead](dead.md)',
    Other: '[gone]({Gone})',
    Gone: 'Bye. <https://c.example/>',
  })
  const branch = await newBranch(world, spaceId)
  await branch.made({ operation: 'delete_page', page: ids.Gone })
  await branch.made(write(ids.Other ?? '', `[old](/pages/${ids.Old}) [bad](bad.md)`))
  const fresh = await insert(branch, { Fresh: `[me](/pages/${ids.Old}) [x](dead.md)` })
  const params = { ...branch.params, pageId: ids.Old ?? '' }
  const { items, stats, count } = await presented.list('listChangeRequestLinks', params)
  const gone = `broken reference url /pages/${ids.Gone} < page Old`
  expect(items.sort()).toEqual([
    gone,
    'broken reference url bad.md < page Other',
    'broken reference url dead.md < page Fresh, page Old',
    'ok reference page Old < page Fresh, page Other',
  ])
  expect([stats, count]).toEqual([{ total: 4, broken: { total: 3, changeRequest: 2 } }, 4])
  const broken = async (brokenContext: string) =>
    (await presented.list('listChangeRequestLinks', params, { brokenContext })).items.sort()
  expect(await broken('change-request')).toEqual([gone, 'broken reference url bad.md < page Other'])
  expect(await broken('space')).toEqual(['broken reference url dead.md < page Fresh, page Old'])
  expect((await presented.allPages('listChangeRequestLinks', params, { limit: '1' })).sort()).toEqual(items)
  expect(await presented.backlinks('listChangeRequestPageBacklinks', params)).toEqual({
    items: ['page Other', 'page Fresh'].sort(),
    count: 2,
  })
  const ofPage = await presented.list('listPageLinksInChangeRequest', params)
  expect(ofPage.stats).toEqual({ total: 2, broken: { total: 2, changeRequest: 1 } })
  const first = (await world.send('listChangeRequestLinks', { params })).body.items[0]
  expect(first.locationReferences[0].versionContext.changeRequest.id).toBe(branch.params.changeRequestId)
  await world.merge(spaceId, branch.params.changeRequestId)
  expect((await presented.ofSpace(spaceId)).items.sort()).toEqual(items)
  expect(fresh.Fresh).toBeDefined()
})

test('an import has links in covers, targets of pages and included texts, and knows them without reading it again', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id: other } = await world.makeSpace({ title: 'Other' })
  await source.importFiles(world, spaceId, {
    'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n* [Away](https://away.example/)\n',
    'README.md': `---\ncover: .gitbook/assets/dot.txt\n---\n\n# Home\n\n{% include ".gitbook/includes/note.md" %}\n\n[o](/spaces/${other})`,
    'guide.md': '# Guide\n\n![dot](.gitbook/assets/dot.txt) [home](README.md)\n',
    '.gitbook/assets/dot.txt': 'dot',
    '.gitbook/includes/note.md': '[guide](../../guide.md) [here](#part)\n',
  })
  const unread = await world
    .sql()
    .selectFrom('document')
    .innerJoin('space', 'space.store', 'document.store')
    .select('markdown')
    .where('space.id', '=', spaceId)
    .where('targets', 'is', null)
    .execute()
  // Whole files, with front matter or as a table of contents, are stored for exports; nothing refers to anything by them.
  expect(unread.filter(({ markdown }) => !/^(?:---|\* \[|# Table)/.test(markdown))).toEqual([])
  const expected = [
    'ok dependsOn file dot.txt < page Guide, page Home',
    'ok dependsOn text Note < page Home',
    'ok reference page Guide < text Note',
    'ok reference page Home < page Guide',
    'ok reference space Other < page Home',
    'ok reference url https://away.example/ < page Away',
  ]
  expect((await presented.ofSpace(spaceId)).items.sort()).toEqual(expected)
  const { body: copy } = await world.send('duplicateSpace', { params: { spaceId } })
  expect((await presented.ofSpace(copy.id)).items.sort()).toEqual(expected)
})

test('a list that would have to wait too long is 503, and what it waits for goes on', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { A: '<https://a.example/>' })
  await presented.ofSpace(spaceId)
  await world.publish(spaceId, { B: '<https://b.example/>' })
  const held = Promise.withResolvers<void>()
  const holding = world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await sql.selectFrom('link_space').select('revision').where('space_id', '=', spaceId).forUpdate().execute()
      const { status, headers } = await world.send('listSpaceLinks', { params: { spaceId } })
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
      held.resolve()
    })
  await held.promise
  await holding
  expect((await presented.ofSpace(spaceId)).items.length).toBe(2)
})
