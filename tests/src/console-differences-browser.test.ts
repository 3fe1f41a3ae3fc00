import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser, violationsOf } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { signInToAcme } from './console/sign-in-by-mail.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000

let users: ConsoleUsers
let ada: ConsolePage
let spaceId: string
/** The ids of the pages, by title. */
let pages: Record<string, string>

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
    ada = await users.open()
    await signInToAcme(users, ada, 'ada@example.com')
    spaceId = (await users.made('createSpace', {}, { title: 'Workshop' })).id
    pages = await written()
  }, startMs)
  afterAll(() => users?.close())

  describe('the differences of a change request', showingDifferences)
}

const insert = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } })
const update = (title: string, fields: object) => ({ operation: 'update_page', page: pages[title], ...fields })

/** Makes a change request of changes; returns its id. */
async function change(subject: string, ...changes: object[]): Promise<string> {
  const { id: changeRequestId } = await users.made('createChangeRequest', { spaceId }, { subject })
  await users.made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
  return changeRequestId
}

/** Writes the pages of the space; returns their ids by title. */
async function written() {
  const lathe =
    'Oil the lathe every week.\n\n- Look\n- Listen\n\nNever leave it running.\n\n| Part | Care |\n| --- | --- |\n| Bed | Wipe |\n'
  const changeRequestId = await change('First pages', insert('Lathe', lathe), insert('Saw', 'Sharp teeth.\n'))
  await users.made('mergeChangeRequest', { spaceId, changeRequestId })
  const { pages } = await users.made('listPages', { spaceId })
  return Object.fromEntries(pages.map(({ id, title }: { id: string; title: string }) => [title, id]))
}

/** Opens a change request, and what it changes as a page. */
async function openAsPage(changeRequestId: string) {
  await ada.goto(`/s/${spaceId}/changes/${changeRequestId}`)
  await ada.click('button', 'Page')
  await ada.page.waitForSelector('main :is(ins, del)')
}

/** The texts that are marked as new or as gone. */
const marked = (mark: 'ins' | 'del') =>
  ada.page.$$eval(`main .text ${mark}`, (all) => all.map(({ textContent }) => textContent?.trim()))

function showingDifferences() {
  test('the fields of a page are shown in words: an emoji as its sign, a flag as yes or no, a cover by its picture', async () => {
    const cover = { ref: { kind: 'url', url: 'https://pictures.example/bench.png' } }
    const fields = { emoji: '1f600', hidden: true, noIndex: true, cover, layout: { outline: false } }
    const changeRequestId = await change('Settings', update('Saw', fields))
    await ada.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    await ada.reads('😀')
    const shown = await ada.page.$$eval('main dl > div', (all) =>
      Object.fromEntries(
        all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent]),
      ),
    )
    expect(shown).toEqual({
      Emoji: '😀',
      Hidden: 'No Yes',
      'Hidden from search and answers': 'No Yes',
      Cover: 'https://pictures.example/bench.png',
      Layout: 'Show the outline: Yes Show the outline: No',
    })
  })

  test('a conflict shows both sides of a field in words', async () => {
    const changeRequestId = await change('Another sign', update('Lathe', { emoji: '1f6e0' }))
    const other = await change('A sign', update('Lathe', { emoji: '1f680' }))
    await users.made('mergeChangeRequest', { spaceId, changeRequestId: other })
    await users.made('updateChangeRequest', { spaceId, changeRequestId })
    await ada.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    await ada.page.waitForSelector('fieldset pre')
    expect(await ada.page.$$eval('fieldset pre', (all) => all.map(({ textContent }) => textContent))).toEqual([
      '🚀',
      '🛠',
    ])
    await users.made('updateChangeRequestById', { spaceId, changeRequestId }, { status: 'archived' })
  })

  test('as a page, a change has its new words and blocks marked, and those that are gone struck through', async () => {
    const markdown =
      'Oil the lathe every **single** day.\n\n- Look\n- Listen\n- Smell\n\n| Part | Care |\n| --- | --- |\n| Bed | Oil |\n\nKeep the chips away from the floor.\n'
    await openAsPage(await change('Daily care', update('Lathe', { document: { markdown } })))
    expect(await marked('ins')).toEqual(['single', 'day', 'Smell', 'Oil', 'Keep the chips away from the floor.'])
    expect(await marked('del')).toEqual(['week', 'Never leave it running.', 'Wipe'])
    const looks = `getComputedStyle(document.querySelector('main .text del')).textDecorationLine`
    expect(await ada.page.evaluate(looks)).toBe('line-through')
    // What is the same is there once, in the order of the page after the change.
    expect(await ada.page.$$eval('main .text li', (all) => all.map(({ textContent }) => textContent))).toEqual([
      ...['Look', 'Listen', 'Smell'],
    ])
    expect(await violationsOf(ada.page)).toEqual([])
  })

  test('a new page is new as a whole, and a deleted one is gone as a whole', async () => {
    await openAsPage(await change('Drill', insert('Drill', '## Holes\n\nDrill *straight*.\n')))
    expect([await marked('ins'), await marked('del')]).toEqual([['Holes', 'Drill straight.'], []])
    await openAsPage(await change('No saw', { operation: 'delete_page', page: pages.Saw }))
    expect([await marked('ins'), await marked('del')]).toEqual([[], ['Sharp teeth.']])
  })

  test('hostile content does nothing in the differences, as in a page', async () => {
    const hostile = [
      '<img src="x" onerror="window.ran = 1">',
      '<script>window.ran = 2</script>',
      '[a link](javascript:window.ran=3) and <b onclick="window.ran = 4">bold</b>',
      '<svg><style><img src=x onerror="window.ran = 5"></style></svg>',
      '`<del><img src=x onerror="window.ran = 6"></del>`',
    ]
    const before = await change('Hostile', insert('Hostile', hostile.join('\n\n')))
    await users.made('mergeChangeRequest', { spaceId, changeRequestId: before })
    const { pages: all } = await users.made('listPages', { spaceId })
    const page = all.find(({ title }: { title: string }) => title === 'Hostile').id
    const markdown = [...hostile.slice(1), 'The end <script>window.ran = 7</script>.'].toReversed().join('\n\n')
    const known = ada.errors.length
    await openAsPage(await change('More', { operation: 'update_page', page, document: { markdown } }))
    await ada.reads('The end')
    const found = await ada.page.$$eval('main .text *', (elements) =>
      elements.filter(
        (one) => one.localName === 'script' || [...one.attributes].some(({ name }) => name.startsWith('on')),
      ),
    )
    expect([found, await ada.page.evaluate('window.ran'), ada.errors.slice(known)]).toEqual([[], undefined, []])
    const targets = await ada.page.$$eval('main .text a', (links) => links.map((one) => one.getAttribute('href')))
    expect(targets.filter((href) => href?.startsWith('javascript:'))).toEqual([])
  })

  test('below a page stand those who changed it, and above the history those of the space', async () => {
    const section = '::-p-aria([name="Contributors"][role="region"])'
    await ada.goto(`/s/${spaceId}/p/${pages.Lathe}`)
    await ada.sees('region', 'Contributors')
    expect(await ada.page.$eval(`article ${section}`, ({ textContent }) => textContent)).toBe('ContributorsAAda')
    await ada.goto(`/s/${spaceId}/history`)
    await ada.sees('region', 'Contributors')
    expect(await ada.page.$eval(section, ({ textContent }) => textContent)).toBe('ContributorsAAda')
    expect(await violationsOf(ada.page)).toEqual([])
  })
}
