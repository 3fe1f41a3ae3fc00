import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type HTTPRequest, noBrowser } from '@quire/browser'
import { ZipFile } from 'yazl'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { openOldSession } from './console/old-session.ts'
import { openAda, signInByMail } from './console/sign-in-by-mail.ts'

/** A website that never answers, so that its import goes on until somebody cancels it. */
const silent = createServer(() => undefined)

let users: ConsoleUsers
let ada: ConsolePage
/** The path of a screen of the organization. */
const at = (path: string) => `/o/${users.organizationId}${path}`

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    users = await startConsoleUsers({}, [`127.0.0.1:${(silent.address() as AddressInfo).port}`])
    ada = await openAda(users)
  })
  afterAll(async () => {
    await users?.close()
    silent.closeAllConnections()
    silent.close()
  })

  describe('an organization in the console', runningAnOrganization)
}

/** Returns the address that a dialog shows for copying. */
async function shownAddress(tab: ConsolePage): Promise<string> {
  const field = await tab.page.waitForSelector('[role=dialog] input[readonly]')
  return field?.evaluate((element) => (element as unknown as { value: string }).value) as Promise<string>
}

/** Packs a page under a name of 13 characters, which no tool would write. */
async function archiveWith(name: string): Promise<Buffer> {
  const archive = new ZipFile()
  archive.addBuffer(Buffer.from('# Home\n'), 'README.md')
  archive.addBuffer(Buffer.from('# Evil\n'), 'ab/cd/evil.md')
  archive.end()
  return Buffer.from(
    (await buffer(archive.outputStream)).toString('latin1').replaceAll('ab/cd/evil.md', name),
    'latin1',
  )
}

/** Opens an address of the console as somebody else, in a browser of their own. */
async function follow(address: string): Promise<ConsolePage> {
  const tab = await users.openApart()
  await tab.goto(new URL(address).pathname)
  return tab
}

function runningAnOrganization() {
  test('whoever gets an invite link signs in, joins, and is a member with its role', async () => {
    await ada.goto(at('/members'))
    await ada.click('button', 'Invite people')
    await ada.click('button', 'By link')
    await ada.click('button', 'Create the link')
    const nora = await follow(await shownAddress(ada))
    await signInByMail(users, nora, 'nora@example.com')
    // The page names the account that joins.
    await nora.reads('You are signed in as nora@example.com')
    await nora.click('button', 'Join')
    await nora.sees('heading', 'Acme')
    await ada.click('button', 'Close')
    await ada.goto(at('/members'))
    await ada.reads('nora@example.com')
    expect(await ada.page.$$eval('select', (all) => all.map((one) => (one as { value?: string }).value))).toContain(
      'read',
    )
    await nora.goto(at('/trash'))
    await nora.sees('link', 'Teams')
    // A reader is not offered what only others may use.
    expect(await nora.page.$$eval('nav a', (all) => all.map(({ textContent }) => textContent))).not.toContain(
      'Audit log',
    )
    await nora.page.close()
  })

  test('an administrator hands over a link, by which a guest signs in, who sees what is shared and nothing else', async () => {
    const { id } = await users.made('createSpace', {}, { title: 'Secrets' })
    await ada.goto(at('/members'))
    await ada.click('button', 'Invite people')
    await ada.fill('Email addresses', 'gus@example.com')
    await ada.page.select('[role=dialog] select', 'guest')
    await ada.click('button', 'Invite')
    await ada.click('button', 'Sign-in link for gus@example.com')
    await ada.click('button', 'Create the link')
    const gus = await follow(await shownAddress(ada))
    await gus.click('button', 'Sign in')
    await gus.reads('Ask an administrator to share a space with you.')

    await ada.goto(`/s/${users.spaceId}/settings`)
    await ada.click('button', 'Share')
    await ada.click('searchbox', 'Find people and teams')
    await ada.page.keyboard.type('gus')
    await ada.page.waitForFunction(`document.querySelectorAll('[role=dialog] li').length === 1`)
    await ada.clickOn('[role=dialog] li input[type=checkbox]')
    await ada.clickOn('[role=dialog] button[type=submit]')
    await ada.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    await ada.reads('gus@example.com')
    await gus.goto(at(''))
    await gus.sees('link', 'Handbook')
    expect(await gus.page.evaluate('document.body.innerText')).not.toMatch(/Secrets|Members/)
    await gus.goto(`/s/${id}`)
    await gus.sees('heading', 'Not found')
    await gus.page.close()
  })

  test('by keyboard alone a team is made; it opens a space, and the page of its member says so', async () => {
    const { keyboard } = ada.page
    await ada.goto(at(''))
    await ada.sees('heading', 'Acme')
    await keyboard.down('Control')
    await keyboard.press('k')
    await keyboard.up('Control')
    await ada.sees('combobox', 'Search pages, or go to …')
    await keyboard.type('teams')
    await ada.sees('option', 'Teams')
    await keyboard.press('Enter')
    await ada.sees('button', 'New team')
    await tabTo('New team')
    await keyboard.press('Enter')
    await ada.sees('textbox', 'Name of the team')
    await keyboard.type('Writers')
    await keyboard.press('Enter')
    await ada.sees('heading', 'Writers')
    await tabTo('Add people')
    await keyboard.press('Enter')
    await ada.sees('searchbox', 'Find somebody by name or address')
    await keyboard.type('grace')
    await ada.page.waitForFunction(`document.querySelectorAll('[role=dialog] li').length === 1`)
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await ada.sees('combobox', 'Role of grace@example.com in the team')
    await tabTo('Give access')
    await keyboard.press('Enter')
    await ada.sees('combobox', 'Space or collection')
    await keyboard.type('Space: Handbook')
    await keyboard.press('Tab')
    await keyboard.type('Edit')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await ada.sees('combobox', 'Level on Handbook')
    await ada.click('link', 'grace@example.com')
    await ada.reads('Shared with the team “Writers” on this space')
  })

  /** Presses Tab until the focus is on the element with this text. */
  async function tabTo(name: string) {
    const current = () => ada.page.evaluate('document.activeElement.textContent')
    for (let presses = 0; (await current()) !== name; presses++) {
      if (presses > 60) throw new Error(`Tab does not lead to ${name}`)
      await ada.page.keyboard.press('Tab')
    }
  }

  test('the settings of a space without Git ask for no synchronization', async () => {
    const tab = await users.open()
    const asked: string[] = []
    tab.page.on('request', (request) => asked.push(request.url()))
    await tab.goto(`/s/${users.spaceId}/settings`)
    await tab.sees('button', 'Synchronize with a repository')
    expect(asked.filter((url) => url.includes('/git/'))).toEqual([])
    expect(tab.errors).toEqual([])
    await tab.page.close()
  })

  test('an archive is imported into a new space, and what could not be read is named', async () => {
    const archive = new ZipFile()
    archive.addBuffer(Buffer.from('# Gears\n\nThey turn.\n'), 'gears.md')
    archive.addBuffer(Buffer.from('not a document'), 'plans.docx')
    archive.end()
    const file = join(users.world.env.MAIL_DIR ?? '', 'docs.zip')
    await writeFile(file, await buffer(archive.outputStream))
    await ada.goto(at('/imports'))
    await ada.click('link', 'New import')
    await ada.sees('button', 'Start the import')
    await ada.choose(file)
    expect(await ada.page.$eval('input[required]', (title) => (title as unknown as { value: string }).value)).toBe(
      'docs',
    )
    await ada.fill('Title of the space', 'Machines')
    await ada.click('button', 'Start the import')
    await ada.sees('heading', 'Import into Machines')
    await ada.reads('1 file could not be read')
    await ada.reads('plans.docx')
    await ada.click('link', 'Open the space')
    await ada.reads('They turn.')
  })

  test('an import that fails names the entry, and leads to another try in the same space and to the end of that space', async () => {
    const file = join(users.world.env.MAIL_DIR ?? '', 'evil.zip')
    await writeFile(file, await archiveWith('../../evil.md'))
    const fails = async () => {
      await ada.choose(file)
      await ada.page.waitForSelector('main form li')
      if (await ada.page.$('input[required]')) await ada.fill('Title of the space', 'Wreck')
      await ada.click('button', 'Start the import')
      await ada.sees('heading', 'Import into Wreck')
      await ada.reads('"../../evil.md" leads out of the archive')
    }
    await ada.goto(at('/imports/new'))
    await ada.sees('button', 'Start the import')
    await fails()
    await ada.click('link', 'Try again')
    await ada.sees('button', 'Start the import')
    await fails()
    expect((await titlesOfSpaces()).filter((title) => title === 'Wreck')).toHaveLength(1)
    await ada.click('button', 'Delete the empty space')
    await ada.clickOn('[role=dialog] button[type=submit]')
    await ada.sees('heading', 'Imports')
    expect(await titlesOfSpaces()).not.toContain('Wreck')
  })

  test('the space of a failed import that somebody has used meanwhile stays', async () => {
    const spaceId = await failedImport('Shelter')
    await ada.click('button', 'Delete the empty space')
    await users.made('createChangeRequest', { spaceId }, { subject: 'A beginning' })
    await ada.clickOn('[role=dialog] button[type=submit]')
    await ada.reads('The space is not empty any more, and was not deleted.')
    expect(await titlesOfSpaces()).toContain('Shelter')
    await users.made('deleteSpaceById', { spaceId })
  })

  test('an import that is cancelled leads on too, with the same website', async () => {
    const { port } = silent.address() as AddressInfo
    await ada.goto(at('/imports/new'))
    await ada.click('radio', 'Website The pages under an address, as anybody can read them.')
    await ada.fill('Address of the website', `http://127.0.0.1:${port}/`)
    await ada.fill('Title of the space', 'Raft')
    await ada.click('button', 'Start the import')
    await ada.sees('heading', 'Import into Raft')
    await ada.click('button', 'Cancel the import')
    await ada.sees('button', 'Delete the empty space')
    await ada.click('link', 'Try again')
    await ada.sees('textbox', 'Address of the website')
    const filled = await ada.page.$$eval('main input[type=url], main select', (all) =>
      all
        .map((one) => one as unknown as { value: string; selectedOptions?: { textContent: string }[] })
        .map(({ value, selectedOptions }) => selectedOptions?.[0]?.textContent ?? value),
    )
    expect(filled).toEqual([`http://127.0.0.1:${port}/`, 'Raft'])
  })

  test('an import that is refused at its start leaves no space behind', async () => {
    await ada.goto(at('/imports/new'))
    await ada.click('radio', 'Website The pages under an address, as anybody can read them.')
    await ada.fill('Address of the website', 'ftp://docs.example.com/')
    await ada.fill('Title of the space', 'Mirage')
    await ada.click('button', 'Start the import')
    await ada.page.waitForSelector('main form [role=alert]')
    expect(await titlesOfSpaces()).not.toContain('Mirage')
  })

  test('in German a failed import says why in German', async () => {
    const { items } = await users.made('listImportRuns', {}, undefined, { status: 'failed' })
    const run = items.find(({ reason = '' }: { reason?: string }) => reason.includes('evil.md'))
    const tab = await users.open({ language: 'de' })
    await tab.goto(at(`/imports/${run.id}`))
    await tab.reads('Der Name des Eintrags "../../evil.md" führt aus dem Archiv hinaus')
    await tab.page.close()
  })

  /** Makes a space of whose import nothing came, and opens the screen of that import; resolves with the id of the space. */
  async function failedImport(title: string): Promise<string> {
    const { id: space } = await users.made('createSpace', {}, { title })
    // Private addresses are never fetched.
    const source = { type: 'website', url: 'http://127.0.0.1:1/' }
    const { id } = await users.made('startImportRun', {}, { source, target: { space } })
    await ada.goto(at(`/imports/${id}`))
    await ada.sees('heading', `Import into ${title}`)
    await ada.reads('Nothing was imported.')
    return space
  }

  const titlesOfSpaces = async (): Promise<string[]> =>
    (await users.made('listSpacesInOrganizationById', {}, undefined, { limit: '1000' })).items.map(
      ({ title }: { title: string }) => title,
    )

  test('the address of a deleted space says so to whoever may restore it, and to nobody else', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Ashes' })
    await users.made('deleteSpaceById', { spaceId })
    const grace = await users.openApart()
    await grace.goto(`/s/${spaceId}`)
    await signInByMail(users, grace, 'grace@example.com')
    await grace.sees('heading', 'Not found')
    await grace.page.close()
    await ada.goto(`/s/${spaceId}`)
    await ada.sees('heading', '“Ashes” was deleted')
    await ada.click('button', 'Restore')
    await ada.sees('link', 'Ashes')
    await ada.reads('There are no pages yet')
  })

  test('an administrator reads the page of a disabled member, and what that means', async () => {
    await users.made('updateMemberInOrganizationById', { userId: users.grace }, { disabled: true })
    await ada.goto(at(`/members/${users.grace}`))
    await ada.reads('Disabled')
    await ada.reads('A disabled member sees nothing.')
    await ada.click('button', 'Enable')
    await ada.sees('button', 'Disable')
  })

  test('a deleted space is in the trash, from where it comes back', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Phoenix' })
    await ada.goto(`/s/${spaceId}/settings`)
    await ada.click('button', 'Delete the space')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Delete the space"][role="button"])')
    await ada.sees('heading', 'Acme')
    await ada.goto(at('/trash'))
    await ada.click('button', 'Restore Phoenix')
    await ada.reads('“Phoenix” is back where it was.')
    await ada.clickOn('main ::-p-aria([name="Open the space"][role="link"])')
    await ada.sees('link', 'Phoenix')
  })

  test('a file of a space is replaced and deleted, each in a change request', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Drawings' })
    const opened = async () => (await ada.path()).split('/').at(-1) ?? ''
    const merge = (changeRequestId: string) => users.made('mergeChangeRequest', { spaceId, changeRequestId })
    const files = async () => (await users.made('listFiles', { spaceId })).items
    const { id: changeRequestId } = await users.made('createChangeRequest', { spaceId }, { subject: 'A drawing' })
    const inserted = { name: 'plan.txt', base64: Buffer.from('round').toString('base64') }
    const changes = [{ operation: 'insert_files', files: [inserted] }]
    await users.made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
    await merge(changeRequestId)
    const [{ id: fileId }] = await files()
    const replacement = join(users.world.env.MAIL_DIR ?? '', 'plan-2.txt')
    await writeFile(replacement, 'square, and with room for more')
    await ada.goto(`/s/${spaceId}/files`)
    await ada.sees('button', 'Actions for plan.txt')
    await ada.choose(replacement, 'Replace plan.txt')
    await ada.reads('Replace plan.txt #2')
    await merge(await opened())
    expect(await files()).toMatchObject([{ id: fileId, name: 'plan-2.txt', size: 30 }])
    await ada.goto(`/s/${spaceId}/files`)
    await ada.click('button', 'Actions for plan-2.txt')
    await ada.click('menuitem', 'Delete …')
    await ada.reads('No page of the space uses it.')
    await ada.click('button', 'Propose the deletion')
    await ada.reads('Delete plan-2.txt #3')
    await merge(await opened())
    expect(await files()).toEqual([])
  })

  test('a refusal stands at the field that it names, and what was typed outlasts a reload', async () => {
    await ada.goto(at('/settings'))
    await ada.fill('Domains of email addresses', 'not a domain!')
    await ada.click('button', 'Save')
    await ada.page.waitForSelector('input[aria-invalid=true] + [role=alert]')
    await ada.page.reload()
    await ada.sees('heading', 'Settings of the organization')
    expect(await ada.page.$$eval('input', (all) => all.map((one) => (one as { value?: string }).value))).toContain(
      'not a domain!',
    )
    await ada.fill('Domains of email addresses', 'example.com')
    await ada.click('button', 'Save')
    await ada.reads('Saved.')
  })

  test('a specification that is being pasted outlasts a click beside its form, and a reload', async () => {
    const source = 'openapi: 3.1.0'
    const text = () =>
      ada.page.$eval('[role=dialog] textarea', (field) => (field as unknown as { value: string }).value)
    await ada.goto(at('/specifications'))
    await ada.click('button', 'New specification')
    await ada.fill('Name', 'weather')
    await ada.click('button', 'As a file or text')
    await ada.fill('Text, in JSON or YAML', source)
    await ada.page.mouse.click(10, 450)
    expect(await text()).toBe(source)
    await ada.page.reload()
    await ada.click('button', 'New specification')
    await ada.page.waitForSelector('[role=dialog] textarea')
    expect(await text()).toBe(source)
    await ada.click('button', 'Cancel')
    await ada.click('button', 'New specification')
    await ada.sees('textbox', 'Address')
    await ada.click('button', 'Cancel')
  })

  test('what somebody has begun is named beside what waits for review, and the search has each entry once', async () => {
    const spaceId = users.spaceId
    await users.made('createChangeRequest', { spaceId }, { subject: 'Begun' })
    await ada.goto(at('/changes'))
    await ada.click('link', 'You have begun a change request that is not submitted for review yet.')
    await ada.reads('Begun')
    await ada.click('button', 'Search Ctrl K')
    await ada.sees('combobox', 'Search pages, or go to …')
    await ada.page.keyboard.type('set')
    await ada.sees('option', 'Settings')
    await ada.page.keyboard.type('xyz')
    await ada.page.waitForFunction(`document.querySelectorAll('[role=option]').length === 1`)
    await ada.sees('option', 'Ask: setxyz')
  })

  test('the search leads to an invitation; one that was withdrawn comes back by undoing it', async () => {
    await ada.goto(at(''))
    await ada.click('button', 'Search Ctrl K')
    await ada.sees('combobox', 'Search pages, or go to …')
    await ada.page.keyboard.type('invite')
    await ada.click('option', 'Invite people')
    await ada.fill('Email addresses', 'una@example.com')
    await ada.click('button', 'Invite')
    await ada.click('button', 'Withdraw the invitation of una@example.com')
    await ada.reads('una@example.com is not invited any more.')
    await ada.page.waitForFunction(`!document.querySelector('[aria-label$="una@example.com"]')`)
    await ada.click('button', 'Undo')
    await ada.sees('button', 'Withdraw the invitation of una@example.com')
    await users.made('withdrawPendingInvite', { email: 'una@example.com' })
  })

  test('somebody who is invited and has not signed in is found by the search of members', async () => {
    const emails = ['ida@example.com', 'olga@example.com']
    await users.made('inviteUsersToOrganization', {}, { emails, role: 'read' })
    await ada.goto(at('/members'))
    await ada.sees('button', 'Withdraw the invitation of olga@example.com')
    await ada.click('searchbox', 'Find somebody by name or address')
    await ada.page.keyboard.type('IDA@')
    await ada.page.waitForFunction(`!document.body.innerText.includes('olga@example.com')`)
    await ada.sees('button', 'Withdraw the invitation of ida@example.com')
    for (const email of emails) await users.made('withdrawPendingInvite', { email })
  })

  test('more invitations than are mailed in an hour say so before, and after when the last one is', async () => {
    const { id } = await users.made('createOrganization', {}, { title: 'Crowd' })
    await ada.goto(`/o/${id}/members?invite=true`)
    await ada.click('textbox', 'Email addresses')
    await ada.page.keyboard.sendCharacter(Array.from({ length: 120 }, (_, at) => `p${at}@crowd.example`).join('\n'))
    await ada.reads('100 invitations are mailed within an hour')
    await ada.click('button', 'Invite 120 people')
    await ada.reads('Mails: 100 are on their way, and 20 wait')
    await ada.reads('The last one goes out: in ')
    await ada.click('button', 'Close')
    await ada.click('button', 'Show all 120')
    await ada.reads('Mail goes out: in ')
    await users.made('deleteOrganizationById', { organizationId: id }, undefined, { title: 'Crowd' })
  })

  test('the administrator of a new organization has its imports and templates before any space', async () => {
    const { id } = await users.made('createOrganization', {}, { title: 'Blank' })
    await ada.goto(`/o/${id}/members`)
    await ada.sees('link', 'Imports')
    await ada.sees('link', 'Templates')
    await users.made('deleteOrganizationById', { organizationId: id }, undefined, { title: 'Blank' })
  })

  test('people to add are found behind a page of those who are in the team already', async () => {
    const { items } = await users.made('listMembersInOrganizationById')
    const [first, second] = items as { id: string; user: { displayName: string } }[]
    const { id: teamId } = await users.made('createOrganizationTeam', {}, { title: 'Readers', members: [first?.id] })
    const respond = (request: HTTPRequest) => {
      const { pathname, searchParams } = new URL(request.url())
      if (!pathname.endsWith(`${users.organizationId}/members`)) return void request.continue()
      const page = searchParams.has('page') ? { items: [second] } : { items: [first], next: { page: 'second' } }
      void request.respond({ contentType: 'application/json', body: JSON.stringify(page) })
    }
    const tab = await users.open()
    await tab.goto(at(`/teams/${teamId}`))
    await tab.sees('heading', 'Readers')
    await tab.page.setRequestInterception(true)
    tab.page.on('request', respond)
    await tab.click('button', 'Add people')
    await tab.page.waitForFunction(`document.querySelectorAll('[role=dialog] li').length === 1`)
    expect(await tab.page.$eval('[role=dialog] li', ({ textContent }) => textContent)).toContain(
      second?.user.displayName,
    )
    await tab.page.close()
    await users.made('removeTeamFromOrganizationById', { teamId })
  })

  test('a sign-in of long ago makes neither a token nor an administrator, and leads to a new one', async () => {
    const tab = await openOldSession(users, 'ada@example.com')
    const demand = 'You have to have signed in within ten minutes for this.'
    const next = async () => {
      const href = await tab.page.$eval('[role=dialog] a', (link) => String(link.getAttribute('href')))
      return new URL(href, tab.page.url()).searchParams.get('next')
    }
    await tab.goto(at('/tokens'))
    await tab.click('button', 'New token: Your access tokens')
    await tab.fill('Name', 'nightly')
    await tab.click('button', 'Create')
    await tab.reads(demand)
    expect(await next()).toBe(at('/tokens'))
    await tab.goto(at('/members'))
    await tab.click('button', 'Invite people')
    await tab.fill('Email addresses', 'boss@example.com')
    await tab.page.select('[role=dialog] select', 'admin')
    await tab.click('button', 'Invite')
    await tab.reads(demand)
    expect(await next()).toBe(at('/members?invite=true'))
    await tab.forget()
    await tab.page.close()
  })

  test('a token is shown once, and revoked after a question', async () => {
    await ada.goto(at('/tokens'))
    await ada.click('button', 'New token: Your access tokens')
    await ada.fill('Name', 'release script')
    await ada.click('button', 'Create')
    const token = await shownAddress(ada)
    expect(token.length).toBeGreaterThan(20)
    // It is shown once, so that only a button closes it.
    await ada.page.mouse.click(10, 450)
    await ada.page.keyboard.press('Escape')
    expect(await shownAddress(ada)).toBe(token)
    await ada.page.reload()
    await ada.click('button', 'Revoke release script')
    expect(await ada.page.content()).not.toContain(token)
    await ada.click('button', 'Revoke')
    await ada.reads('There are no tokens.')
  })

  test('an organization is deleted by whoever types its name, and leads to another one', async () => {
    const { id } = await users.made('createOrganization', {}, { title: 'Passing' })
    await ada.goto(`/o/${id}/settings`)
    await ada.click('button', 'Delete the organization')
    await ada.fill('To confirm, type its name: Passing', 'Passing')
    await ada.clickOn('[role=dialog] ::-p-aria([name="Delete the organization"][role="button"])')
    await ada.sees('heading', 'Acme')
    await ada.goto(`/o/${id}`)
    await ada.sees('heading', 'Not found')
  })
}
