import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser, violationsOf } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { signInToAcme } from './console/sign-in-by-mail.ts'

/** A system of five services and a browser start together. */
const startMs = 180_000

let users: ConsoleUsers
let grace: ConsolePage
/** The path of a screen of the organization. */
const at = (path: string) => `/o/${users.organizationId}${path}`

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
    grace = await users.open()
    await signInToAcme(users, grace, 'grace@example.com')
  }, startMs)
  afterAll(() => users?.close())

  describe('what waits for a review', awaitingReviews)
  describe('the search with Ctrl K', finding)
}

/** Opens a change request of Ada that adds a page, for the review of these people. */
async function propose(subject: string, reviewers: string[]): Promise<string> {
  const { made, spaceId } = users
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject })
  const changes = [{ operation: 'insert_page', title: subject, document: { markdown: 'Text.\n' } }]
  await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
  await made('updateChangeRequestById', { spaceId, changeRequestId }, { status: 'open' })
  if (reviewers.length > 0)
    await made('requestReviewersForChangeRequest', { spaceId, changeRequestId }, { users: reviewers })
  return changeRequestId
}

/** The subjects of the change requests that a screen lists, as soon as they are these. */
const lists = (...subjects: string[]) =>
  grace.page.waitForFunction(
    `JSON.stringify([...document.querySelectorAll('main a[href*="/changes/"] > span:nth-child(2) > span:first-child')]
      .map((one) => one.innerText)) === ${JSON.stringify(JSON.stringify(subjects))}`,
  )

function awaitingReviews() {
  let asked: string

  test('the first screen lists what waits for the review of the person, and leads to all of it', async () => {
    asked = await propose('Gears', [users.grace])
    await propose('Belts', [])
    await grace.goto(at(''))
    await grace.sees('heading', 'Waiting for my review')
    await grace.reads('Gears')
    await grace.clickOn('main a[href*="waiting=true"]')
    await lists('Gears')
    expect(await grace.page.evaluate('location.search')).toBe('?waiting=true')
    expect(await violationsOf(grace.page)).toEqual([])
  })

  test('a space lists it as well, and the filter is there after a reload', async () => {
    await grace.goto(`/s/${users.spaceId}/changes`)
    await lists('Belts', 'Gears')
    await grace.click('checkbox', 'Waiting for my review')
    await lists('Gears')
    await grace.page.reload()
    await lists('Gears')
    await grace.click('checkbox', 'Waiting for my review')
    await lists('Belts', 'Gears')
  })

  test('a person is chosen whose change requests are listed, those that they began or contributed to', async () => {
    await grace.click('button', 'Of a person')
    await grace.click('searchbox', 'Find somebody by name or address')
    await grace.page.keyboard.type('grace')
    await grace.page.waitForFunction(`document.querySelectorAll('[role=dialog] li').length === 1`)
    await grace.clickOn('[role=dialog] li input[type=radio]')
    await grace.clickOn('[role=dialog] button[type=submit]')
    await grace.sees('combobox', 'Of a person')
    await lists()
    const { made, spaceId } = users
    const comment = { body: { markdown: 'Hm.' } }
    await made('postCommentInChangeRequest', { spaceId, changeRequestId: asked }, comment)
    await grace.click('button', 'Of everybody')
    await lists('Belts', 'Gears')
    await grace.click('button', 'Of a person')
    await grace.page.waitForFunction(`document.querySelectorAll('[role=dialog] li').length > 1`)
    await grace.clickOn('[role=dialog] li ::-p-text(Ada)')
    await grace.clickOn('[role=dialog] button[type=submit]')
    await lists('Belts', 'Gears')
    await grace.pick('Of a person', 'true')
    await grace.reads('Contributed to by Ada')
    await lists('Belts', 'Gears')
    await grace.page.reload()
    await grace.reads('Contributed to by Ada')
    await lists('Belts', 'Gears')
  })

  test('what was reviewed waits no more', async () => {
    await grace.goto(`/s/${users.spaceId}/changes?waiting=true`)
    await grace.clickOn('main a ::-p-text(Gears)')
    await grace.click('button', 'Approve')
    await grace.reads('Approved')
    await grace.page.goBack()
    await grace.sees('heading', 'No open change requests')
    await grace.goto(at(''))
    await grace.reads('Belts')
    expect(await grace.page.evaluate('document.body.innerText')).not.toContain('Waiting for my review')
  })
}

/** Opens the search on an address, and types. */
async function search(path: string, text: string) {
  await grace.goto(path)
  await grace.page.waitForSelector('h1')
  await grace.page.keyboard.down('Control')
  await grace.page.keyboard.press('k')
  await grace.page.keyboard.up('Control')
  await grace.sees('combobox', 'Search pages, or go to …')
  await grace.page.keyboard.type(text)
}

/** The names of the entries that the search shows. */
const entries = () =>
  grace.page.$$eval('[role=option]', (all) => all.map((one) => one.querySelector('span span')?.textContent ?? ''))

function finding() {
  test('collections, sites, people and change requests are found by their names', async () => {
    const { made, spaceId } = users
    const { id: collection } = await made('createCollection', {}, { title: 'Machines' })
    await made('createSpace', {}, { title: 'Presses', parent: collection })
    await made('createSite', {}, { title: 'Gearbox docs', spaces: [spaceId] })
    await search(at(''), 'machines')
    await grace.sees('option', 'Machines Collection')
    await search(at(''), 'gear')
    await grace.sees('option', 'Gearbox docs')
    await grace.page.waitForSelector('[role=option] ::-p-text(Gears)')
    await search(at(''), 'ada@example')
    await grace.sees('option', 'Ada ada@example.com')
    await grace.page.keyboard.press('Enter')
    await grace.page.waitForFunction(`location.pathname.includes('/members/')`)
  })

  test('a change request of the open space is found by its number, also a merged one', async () => {
    await search(`/s/${users.spaceId}/history`, '#1')
    await grace.sees('option', '#1 First pages Handbook')
    await grace.page.keyboard.press('Enter')
    await grace.sees('heading', 'First pages #1')
  })

  test('what nobody shared with the person is not found', async () => {
    const { made } = users
    const { id: spaceId } = await made('createSpace', {}, { title: 'Gear secrets' })
    await made('updateSpaceById', { spaceId }, { defaultLevel: null })
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Gear plans' })
    await made('updateChangeRequestById', { spaceId, changeRequestId }, { status: 'open' })
    await search(at(''), 'gear')
    await grace.sees('option', 'Gearbox docs')
    expect((await entries()).filter((name) => /secrets|plans/.test(name))).toEqual([])
  })

  test('favourites come first', async () => {
    await grace.goto(`/s/${users.spaceId}/history`)
    await grace.click('button', 'Add to favourites')
    await grace.sees('button', 'Remove from favourites')
    await search(at(''), '')
    await grace.sees('option', 'Handbook')
    expect((await entries())[0]).toBe('Handbook')
  })

  test('a change request that is made there is called after the page that it opens', async () => {
    const { made, spaceId } = users
    const [page] = (await made('listPages', { spaceId })).pages
    await search(`/s/${spaceId}/p/${page.id}`, 'new change request')
    await grace.sees('option', 'New change request in “Handbook”')
    await grace.page.keyboard.press('Enter')
    await grace.sees('textbox', 'Title of the page')
    await grace.goto(`/s/${spaceId}/changes?status=draft&mine=true`)
    await lists('Edit “Springs”')
  })
}
