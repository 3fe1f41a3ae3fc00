import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser, violationsOf } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { signIn } from './console/sign-in.ts'

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
    await signIn(users, grace, 'grace@example.com')
  }, startMs)
  afterAll(() => users?.close())

  describe('what waits for a review', awaitingReviews)
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
