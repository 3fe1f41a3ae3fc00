import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { signInToAcme } from './console/sign-in-by-mail.ts'
import { hold } from './console-browser/cast.ts'

let users: ConsoleUsers
let ada: ConsolePage
const at = (path: string) => `/o/${users.organizationId}${path}`
const picture = resolve(import.meta.dirname, '../../docs/images/console-dark.png')

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
    ada = await users.open()
    await signInToAcme(users, ada, 'ada@example.com')
  })
  afterAll(() => users?.close())

  describe('forms of the console', fillingForms)
  describe('spaces of the console', keepingSpaces)
}

/** Resolves when a field of the dialog has a value. */
const has = (field: string, value: string) =>
  ada.page.waitForFunction(
    `[...document.querySelectorAll('[role=dialog] input, [role=dialog] select')].some((one) =>
      one.labels?.[0]?.textContent === ${JSON.stringify(field)} && one.value === ${JSON.stringify(value)})`,
  )

/** Reloads the screen, and opens its dialog again. */
async function reopen(open: () => Promise<void>) {
  await ada.page.reload()
  await open()
}

function fillingForms() {
  test('the name of a token is there again after a reload, until it is cancelled', async () => {
    await ada.goto(at('/tokens'))
    const open = () => ada.click('button', 'New token: Your access tokens')
    await open()
    await ada.fill('Name', 'nightly')
    await reopen(open)
    await has('Name', 'nightly')
    await ada.click('button', 'Cancel')
    await open()
    await has('Name', '')
  })

  test('the label of a provider is there again after a reload', async () => {
    await ada.goto(at('/single-sign-on'))
    const open = () => ada.click('button', 'Add a provider')
    await open()
    await ada.fill('Name', 'Acme ID')
    await reopen(open)
    await has('Name', 'Acme ID')
    await ada.click('button', 'Cancel')
  })

  test('name and address of an MCP server are there again after a reload, and its headers are nowhere on the device', async () => {
    const { id } = await users.made('createSite', {}, { title: 'Docs' })
    await ada.goto(at(`/sites/${id}/mcp`))
    const open = () => ada.click('button', 'Add a server')
    await open()
    await ada.fill('Name', 'Tickets')
    await ada.fill('Address', 'https://tickets.example/mcp')
    await ada.click('button', 'Add a header')
    await ada.fill('Value 1', 'secret-of-tickets')
    expect(await ada.page.evaluate('JSON.stringify(localStorage)')).not.toContain('secret-of-tickets')
    await reopen(open)
    await has('Name', 'Tickets')
    await has('Address', 'https://tickets.example/mcp')
    await ada.click('button', 'Cancel')
  })

  test('people who are marked for a team are still marked after a reload', async () => {
    const { id: teamId } = await users.made('createOrganizationTeam', {}, { title: 'Wheelwrights' })
    await ada.goto(at(`/teams/${teamId}`))
    const open = () => ada.click('button', 'Add people')
    await open()
    await ada.clickOn('[role=dialog] li ::-p-text(grace@example.com)')
    await ada.page.waitForSelector('[role=dialog] button[type=submit]:enabled')
    await reopen(open)
    await ada.clickOn('[role=dialog] button[type=submit]:enabled')
    await ada.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    const { items } = await users.made('listTeamMembersInOrganizationById', { teamId })
    expect(items).toHaveLength(1)
  })

  test('the emoji of a space is chosen when it is created, and taken away in its settings', async () => {
    await ada.goto(at(''))
    await ada.click('button', 'New space')
    await ada.fill('Title', 'Rockets')
    await ada.click('button', 'Choose an icon')
    await ada.sees('searchbox', 'Find an icon')
    await ada.page.keyboard.type('rocket')
    await ada.click('button', 'rocket')
    await ada.click('button', 'Create')
    await ada.sees('link', 'Rockets')
    const find = async () => {
      const { items } = await users.made('listSpacesInOrganizationById')
      return items.find(({ title }: { title: string }) => title === 'Rockets')
    }
    const { id, emoji } = await find()
    expect(emoji).toBe('1f680')
    await ada.goto(`/s/${id}/settings`)
    await ada.click('button', 'Remove the icon')
    await ada.click('button', 'Save')
    await ada.reads('Saved')
    expect((await find()).emoji).toBe('')
  })

  test('a section of a site gets an icon, which its structure draws', async () => {
    const { id: siteId } = await users.made('createSite', {}, { title: 'Sections' })
    await users.made('addSectionToSite', { siteId }, { spaceId: users.spaceId })
    await ada.goto(at(`/sites/${siteId}/structure`))
    await ada.click('button', 'Actions for Handbook')
    await ada.click('menuitem', 'Edit …')
    await ada.click('button', 'Choose an icon')
    await ada.sees('searchbox', 'Find an icon')
    await ada.page.keyboard.type('github')
    await ada.click('button', 'github')
    await ada.click('button', 'Save')
    await ada.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    const { structure } = await users.made('getSiteStructure', { siteId })
    expect(structure[0]).toMatchObject({ object: 'site-section', icon: 'github' })
  })
}

function keepingSpaces() {
  test('files are uploaded in a change request, and found by a part of their names once they are live', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Pictures' })
    await ada.goto(`/s/${spaceId}/files`)
    await ada.sees('button', 'Upload files')
    await ada.choose(picture)
    await ada.page.waitForFunction(`location.pathname.includes('/changes/')`)
    const [, , , , changeRequestId = ''] = (await ada.path()).split('/')
    const files = [{ name: 'wheel.txt', base64: Buffer.from('round').toString('base64') }]
    const page = { operation: 'insert_page', title: 'Shown', document: { markdown: 'Here.\n' } }
    const insert = { operation: 'insert_files', files }
    await users.made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes: [insert, page] })
    await users.made('mergeChangeRequest', { spaceId, changeRequestId })
    await ada.goto(`/s/${spaceId}/files`)
    await ada.sees('link', 'wheel.txt')
    await ada.click('searchbox', 'Find a file')
    await ada.page.keyboard.type('CONSOLE')
    await ada.page.waitForFunction(`!document.body.innerText.includes('wheel.txt')`)
    await ada.click('button', 'Actions for console-dark.png')
    await ada.click('menuitem', 'Where it is used')
    await ada.reads('No page of the space uses it.')
  })

  test('the export of an earlier version and of a change request is the PDF of what is shown', async () => {
    const { revision } = await users.made('getSpaceById', { spaceId: users.spaceId })
    await ada.goto(`/s/${users.spaceId}/revisions/${revision}`)
    const pdf = await hold(ada, (request) => new URL(request.url()).pathname.endsWith('/pdf'))
    await ada.click('button', 'Export')
    await ada.sees('menuitem', 'The live content as a ZIP archive')
    await ada.click('menuitem', 'The whole space as PDF')
    expect(new URL((await pdf.first).url()).searchParams.get('revision')).toBe(revision)
    // A download would still be on its way when the next test opens another page.
    await pdf.end((request) => request.abort())
  })

  test('an export that takes its time is cancelled', async () => {
    await ada.goto(`/s/${users.spaceId}`)
    const archive = await hold(ada, (request) => request.url().includes('/export/archive'))
    await ada.click('button', 'Export')
    await ada.click('menuitem', 'Markdown and files as a ZIP archive')
    await archive.first
    await ada.click('button', 'Cancel')
    await ada.page.waitForFunction(`!document.body.innerText.includes('The export is being made')`)
    await archive.end(async () => undefined)
  })

  test('a space that was deleted is restored by undoing it, and opened', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Regretted' })
    await ada.goto(`/s/${spaceId}/settings`)
    await ada.click('button', 'Delete the space')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Delete the space"][role="button"])')
    await ada.reads('“Regretted” was deleted')
    await ada.click('button', 'Undo')
    await ada.page.waitForFunction(`location.pathname === '/s/${spaceId}'`)
    expect(await users.made('getSpaceById', { spaceId })).not.toHaveProperty('deletedAt')
  })
}
