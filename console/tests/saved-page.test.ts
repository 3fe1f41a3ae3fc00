import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { openPage } from './browser-page.ts'

const state = { spaceId: 'space', changeRequestId: 'change' }
const base = { id: 'page', revision: 'r1', title: 'Start', text: 'one\n\ntwo\n' }
const own = { ...base, text: 'one, and more\n\ntwo\n' }

/** A change request with one page, and the requests that it got. */
const service = { status: '', revision: '', title: '', texts: {} as Record<string, string | undefined>, refuses: false }
const requests: { method: string; path: string; keepalive?: boolean; changes?: Record<string, unknown>[] }[] = []
let close = () => {}
beforeAll(() => {
  close = openPage(async (path, { method, body, keepalive }: RequestInit & { body?: string }) => {
    const changes = body === undefined ? undefined : JSON.parse(body).changes
    requests.push({ method: method ?? '', path, ...(keepalive && { keepalive }), ...(changes && { changes }) })
    return method === 'POST' ? written(changes[0]) : read(path)
  })
})
afterAll(() => close())
beforeEach(() => {
  Object.assign(service, {
    status: 'open',
    revision: 'r1',
    title: base.title,
    texts: { r1: base.text },
    refuses: false,
  })
  requests.length = 0
})

function read(path: string) {
  if (path.endsWith('/change-requests/change')) return Response.json(service)
  const text = service.texts[/revisions\/(\w+)/.exec(path)?.[1] ?? '']
  if (text === undefined) return Response.json({ error: { message: 'gone' } }, { status: 404 })
  return Response.json({ type: 'document', title: service.title, markdown: text })
}

function written(change: { operation: string; title?: string; document?: { markdown: string } }) {
  if (service.refuses || service.status !== 'open') return Response.json({}, { status: 409 })
  service.revision = `${service.revision}x`
  service.texts[service.revision] = change.document?.markdown ?? base.text
  service.title = change.title ?? service.title
  const created = { object: 'created_page', page: { id: 'new' } }
  return Response.json({ changeRequest: service, changes: change.operation === 'insert_page' ? [created] : [] })
}

const posts = () => requests.filter(({ method }) => method === 'POST')
// The client reads the page of the browser when it is loaded.
const load = async () => ({
  ...(await import('../src/screens/editor/saved-page.ts')),
  ...(await import('../src/screens/editor/edited-page.ts')),
  ...(await import('../src/screens/editor/rescue-page.ts')),
})

test.each(['merged', 'archived'])('a page of a change request that is %s is not sent', async (status) => {
  const { savePage, PageEnded } = await load()
  service.status = status
  await expect(savePage(state, base, own)).rejects.toThrow(PageEnded)
  expect(requests).toHaveLength(1)
})

test('a page that is deleted, or in a change request that is merged meanwhile, is sent once', async () => {
  const { savePage, PageEnded } = await load()
  service.status = 'merged'
  await expect(savePage(state, base, own, { isLast: true })).rejects.toThrow(PageEnded)
  expect(posts()).toHaveLength(1)
  Object.assign(service, { status: 'open', revision: 'r2', refuses: true })
  await expect(savePage(state, base, own, { isLast: true })).rejects.toThrow(PageEnded)
  expect(posts()).toHaveLength(2)
})

test('a save is repeated only if the change request has changed meanwhile', async () => {
  const { savePage } = await load()
  service.refuses = true
  await expect(savePage(state, base, own)).rejects.toMatchObject({ status: 409 })
  expect(posts()).toHaveLength(1)
})

test('a page is not read again as long as nobody has changed the change request, and nothing is sent that is no change', async () => {
  const { savePage } = await load()
  await savePage(state, base, own)
  expect(requests.map(({ method, path }) => [method, path.split('/').at(-1)])).toEqual([
    ['GET', 'change'],
    ['POST', 'content?compat=false'],
    ['GET', 'page?format=markdown&metadata=false'],
  ])
  expect(await savePage(state, base, { ...base, title: ' ' })).toMatchObject({ sent: { title: ' ' } })
  expect(posts()).toHaveLength(1)
})

test('the last save before a tab is closed goes out at once, and outlasts it unless its text is long', async () => {
  const { savePage } = await load()
  await savePage(state, base, own, { isLast: true })
  expect(requests[0]).toMatchObject({ method: 'POST', keepalive: true, changes: [{ base: 'r1' }] })
  await savePage(state, base, { ...own, text: 'ö'.repeat(40_000) }, { isLast: true })
  expect(posts()[1]?.keepalive).toBeUndefined()
})

test('a page that nobody has named gets its address from its first title, and one with an address of its own keeps it', async () => {
  const { savePage } = await load()
  const sent = async (title: string, slug: string) => {
    await savePage(state, { ...base, title, slug }, { ...own, title: 'Knots' }, { unnamed: 'Ohne Titel', isLast: true })
    return posts().at(-1)?.changes?.[0]
  }
  expect(await sent('Ohne Titel', 'ohne-titel-2')).toMatchObject({ title: 'Knots', slug: '' })
  expect(await sent('Ohne Titel', 'chosen')).not.toHaveProperty('slug')
  expect(await sent('Loops', 'ohne-titel')).not.toHaveProperty('slug')
})

test('a title that somebody else has changed meanwhile is named, whether it is replaced or taken over', async () => {
  const { savePage, ontoSent } = await load()
  Object.assign(service, { revision: 'r2', title: 'Installation', texts: { r2: base.text } })
  const taken = await savePage(state, base, own)
  expect(taken).toMatchObject({ sent: { title: 'Installation' }, other: { title: 'Installation', isReplaced: false } })
  expect(posts().at(-1)?.changes?.[0]).not.toHaveProperty('title')
  // The title was typed while the page was being saved.
  const typed = ontoSent(own, { ...own, title: 'Set up' }, taken.sent)
  expect(typed).toMatchObject({ page: { title: 'Set up' }, other: { title: 'Installation', isReplaced: true } })
  Object.assign(service, { revision: 'r2', title: 'Installation', texts: { r2: base.text } })
  const replaced = await savePage(state, base, { ...base, title: 'Set up' })
  expect(replaced).toMatchObject({ saved: { title: 'Set up' }, other: { title: 'Installation', isReplaced: true } })
  expect((await savePage(state, replaced.saved, { ...replaced.saved, title: 'Setup' })).other).toBeUndefined()
})

test('an unsaved page is merged into the live page of a new change request, or becomes a new one', async () => {
  const { putInto } = await load()
  Object.assign(service, { revision: 'live', texts: { live: 'one\n\ntwo, of others\n' } })
  expect(await putInto(state, { base, own }, 'Untitled')).toBe('page')
  expect(service.texts[service.revision]).toBe('one, and more\n\ntwo, of others\n')
  Object.assign(service, { revision: 'live', texts: {} })
  expect(await putInto(state, { base, own: { ...own, title: '' } }, 'Untitled')).toBe('new')
  const inserted = { operation: 'insert_page', title: 'Untitled', document: { markdown: own.text } }
  expect(posts().at(-1)?.changes).toEqual([inserted])
})

test('an archived change request has its whole page rescued, not the unsaved part alone', async () => {
  const { sinceLive } = await load()
  service.texts = { live: 'one\n' }
  const changeRequest = { revisionInitial: 'live' } as Parameters<typeof sinceLive>[1]
  expect((await sinceLive(state, changeRequest, { base, own })).base.text).toBe('one\n')
  service.texts = {}
  expect((await sinceLive(state, changeRequest, { base, own })).base).toBe(base)
})
