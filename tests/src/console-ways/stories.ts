import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { ConsolePage, ConsoleUsers } from '../console/console-users.ts'
import { makeConflict } from '../console/disputed-page.ts'
import { packed } from '../support/archives.ts'
import { mailTo, signInMailTo } from '../support/sign-in-mails.ts'
import { by, type Hand } from './hands.ts'
import type { languages } from './languages.ts'

/** A person's language, window and hand, and the tab that they use. */
export interface Way {
  name: string
  users: ConsoleUsers
  words: (typeof languages)['en']
  tab: ConsolePage
  hand: Hand
  /** Opens a tab of another browser, in which somebody else goes the same way. */
  apart: () => Promise<Way>
}

/** Signs somebody in at the entrance that the tab shows. */
export async function signIn({ users, words: { general }, hand }: Way, email: string) {
  await hand.write(by('textbox', general.email), email)
  const { code } = await signInMailTo(users.world, email, () => hand.press(by('button', general.sendMail)))
  await hand.write(by('textbox', general.code), code)
}

/** Tests that the mail of an invitation leads whoever it was sent to into the organization. */
export function invitesByMail(wayOf: () => Way) {
  test('somebody invites an address; its mail leads to the entrance, and from there into the organization', async () => {
    const { name, users, words, tab, hand, apart } = wayOf()
    const email = `${name.replaceAll(/\W/g, '')}@invited.example`
    await tab.goto(`/o/${users.organizationId}/members`)
    await hand.press(by('button', words.organization.invite))
    await hand.write(by('textbox', words.organization.emails), email)
    const send = () => hand.press(by('button', words.organization.sendInvites(1), '[role=dialog]'))
    const address = await mailTo(users.world, email, addressIn, send)
    await tab.reads(email)
    const invited = await apart()
    await invited.tab.goto(new URL(address).pathname)
    await signIn(invited, email)
    await invited.tab.sees('heading', 'Acme')
    await invited.tab.reads('Handbook')
    await invited.tab.forget()
    await invited.tab.page.close()
  })
}

/** Returns the address in the mail of an invitation. */
const addressIn = (mail: string) =>
  /first sign in with the address that this mail was sent to, at\s+(\S+)/.exec(mail)?.[1]

/** Tests what people do most often. */
export function everyday(wayOf: () => Way) {
  const inOrganization = (path: string) => `/o/${wayOf().users.organizationId}${path}`

  test('a space is shared with a member', async () => {
    const { users, words, tab, hand } = wayOf()
    const spaceId = await makeSpace(users, 'Shared')
    await tab.goto(`/s/${spaceId}/settings`)
    await hand.press(by('button', words.organization.share))
    await hand.write(by('searchbox', words.organization.findPeopleAndTeams), 'grace')
    await tab.page.waitForFunction(`document.querySelectorAll('[role=dialog] li').length === 1`)
    await hand.mark('[role=dialog] li input')
    await hand.press('[role=dialog] button[type=submit]')
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    await tab.reads('grace@example.com')
    await isWithinWindow(tab)
  })

  test('of two sides in conflict that of the change request is chosen, and merged', async () => {
    const { users, words, tab, hand } = wayOf()
    const { spaceId, changeRequestId, page } = await makeConflict(users)
    await tab.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    await hand.press(by('button', words.changes.merge))
    await tab.sees('heading', words.changes.conflictTitle(1))
    await isWithinWindow(tab)
    await hand.mark(`::-p-xpath(//article//label[contains(., "${words.changes.ownSide}")]//input)`)
    await hand.press(by('button', words.changes.resolveConflict))
    await tab.page.waitForFunction(`!document.getElementById('conflicts')`)
    await hand.press(by('button', words.changes.merge))
    await tab.reads(words.changes.mergedNote)
    const { markdown } = await users.made('getPageById', { spaceId, pageId: page }, undefined, { format: 'markdown' })
    expect(markdown).toContain('Turn it left.')
  })

  test('a site is published in three steps', async () => {
    const { users, words, tab, hand } = wayOf()
    await tab.goto(inOrganization('/sites/new'))
    await hand.press(by('button', words.sites.next))
    await hand.write(by('textbox', words.general.title), 'Acme docs')
    await hand.mark('input[type=radio][value=public]')
    await isWithinWindow(tab)
    await hand.press(by('button', words.sites.next))
    await tab.reads(words.sites.audienceHints.public)
    await hand.press(by('button', words.sites.createAndPublish))
    await tab.sees('heading', words.sites.siteIsPublished)
    await isWithinWindow(tab)
    const address = await tab.page.$eval('main input[readonly]', (field) => String(Object(field).value))
    const answer = await fetch(`${users.world.gateways[0]}${new URL(address).pathname}`)
    expect([answer.status, (await answer.text()).includes('<title>')]).toEqual([200, true])
  })

  test('an archive is imported into a new space', async () => {
    const { users, words, tab, hand } = wayOf()
    const file = join(users.world.env.MAIL_DIR ?? '', 'machines.zip')
    await writeFile(file, await packed({ 'README.md': '# Gears\n\nThey turn.\n' }))
    await tab.goto(inOrganization('/imports/new'))
    await hand.attach('input[type=file]', file)
    await tab.reads('machines.zip')
    await hand.press(by('button', words.imports.startImport))
    await tab.reads(words.imports.nothingLeftOut)
    await isWithinWindow(tab)
    await hand.press(by('link', words.imports.openSpace, 'main'))
    await tab.reads('They turn.')
  })

  test('a deleted space is restored from the trash', async () => {
    const { name, users, words, tab, hand } = wayOf()
    const title = `Phoenix ${name.length}`
    const spaceId = await makeSpace(users, title)
    await users.made('deleteSpaceById', { spaceId })
    await tab.goto(inOrganization('/trash'))
    await hand.press(by('button', words.imports.restoreThis(title)))
    await tab.reads(words.imports.restored(title))
    await isWithinWindow(tab)
    expect(await users.made('getSpaceById', { spaceId })).not.toHaveProperty('deletedAt')
  })
}

const makeSpace = async ({ made }: ConsoleUsers, title: string): Promise<string> =>
  (await made('createSpace', {}, { title })).id

/** Fails if the screen is broader than the window. */
async function isWithinWindow({ page }: ConsolePage) {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
}
