import { expect, test } from '@jest/globals'
import { awaitedLater } from '../console/awaited-later.ts'
import type { ConsolePage } from '../console/console-users.ts'
import { signInByMail } from '../console/sign-in-by-mail.ts'
import { users } from './cast.ts'
import { leave } from './entering.ts'
import { createSpace } from './spaces.fixture.ts'

const at = (path: string) => `/o/${users.organizationId}${path}`

/** Runs the organization as Ada, in a second browser. */
export function administering() {
  test('a role that arrow keys have reached is saved by Enter and no sooner, and Escape takes it back', async () => {
    await users.world.person('kim@example.com', 'Kim')
    const invitation = { emails: ['kim@example.com'], role: 'read' }
    const [userId] = (await users.made('inviteUsersToOrganization', {}, invitation)).users
    const role = async () => (await users.made('getMemberInOrganizationById', { userId })).role
    const tab = await openAda(at('/members'))
    const { keyboard } = tab.page
    const field = `li:has(a[href$="/members/${userId}"]) select`
    await tab.page.waitForSelector(field)
    await tab.page.focus(field)
    const shown = () => tab.page.$eval(field, (select) => (select as unknown as { value: string }).value)
    await keyboard.press('ArrowUp')
    await tab.reads('Enter saves, Esc takes it back')
    await keyboard.press('Escape')
    await tab.page.waitForFunction(`!document.body.innerText.includes('Enter saves')`)
    expect([await shown(), await role()]).toEqual(['read', 'read'])
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowUp')
    await tab.reads('Enter saves, Esc takes it back')
    expect([await shown(), await role()]).toEqual(['edit', 'read'])
    await Promise.all([
      tab.page.waitForResponse((response) => response.request().method() === 'PATCH'),
      keyboard.press('Enter'),
    ])
    await tab.page.waitForFunction(`!document.querySelector('select[aria-busy]')`)
    expect([await shown(), await role()]).toEqual(['edit', 'edit'])
    // The keys go on in the same field.
    expect(await tab.page.evaluate('document.activeElement.tagName')).toBe('SELECT')
    await users.made('removeMemberFromOrganizationById', { userId })
    await leave(tab)
  })

  test('a search that nobody fits says so, and is cleared by a button', async () => {
    const tab = await openAda(at('/members'))
    await tab.reads('grace@example.com')
    await tab.click('searchbox', 'Find somebody by name or address')
    await tab.page.keyboard.type('nobody is called so')
    await tab.reads('No member matches this search and role.')
    await tab.click('button', 'Show everybody')
    await tab.reads('grace@example.com')
    expect(await tab.page.evaluate('document.activeElement.type')).toBe('search')
    await leave(tab)
  })

  test('whoever may see a space is listed as the level of all members says, as soon as that is saved', async () => {
    const { spaceId } = await createSpace('Ledger')
    const tab = await openAda(`/s/${spaceId}/settings`)
    await tab.click('button', 'Who can see it, and why')
    const lists = (name: string) =>
      `document.querySelector('ul[aria-label="Who can see it, and why"]')?.innerText.toLowerCase().includes('${name}')`
    await tab.page.waitForFunction(`${lists('grace')} && ${lists('ada')}`)
    await tab.pick('What members may do', 'none')
    await tab.click('button', 'Save')
    await tab.page.waitForFunction(`!(${lists('grace')}) && ${lists('ada')}`)
    await leave(tab)
  })

  test('the notification of an import that failed leads to the reason', async () => {
    const { id: space } = await users.made('createSpace', {}, { title: 'Harbour' })
    // Private addresses are never fetched.
    const source = { type: 'website', url: 'http://127.0.0.1:1/' }
    const { id: importRunId } = await users.made('startImportRun', {}, { source, target: { space } })
    const tab = await openAda(at(`/imports/${importRunId}`))
    await tab.reads('Nothing was imported.')
    await tab.goto(at('/notifications'))
    await tab.reads('Your import has failed')
    await tab.clickOn('main li a')
    await tab.sees('heading', 'Import into Harbour')
    await tab.reads('Nothing was imported.')
    await leave(tab)
  })

  test('an invite link is copied at an address without a clipboard, or shown to be copied by hand', async () => {
    const { id } = await users.made('createOrganizationInvite', {}, { role: 'read' })
    const tab = await openAda(at('/members'), `Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    const copy = '[aria-label^="Copy: Invite link"]'
    const press = async () => {
      await tab.page.waitForSelector(copy)
      await tab.page.click(copy)
    }
    await press()
    await tab.reads('Copied')
    await tab.click('searchbox', 'Find somebody by name or address')
    await tab.page.keyboard.down('Control')
    await tab.page.keyboard.press('v')
    await tab.page.keyboard.up('Control')
    expect(await tab.page.evaluate('document.activeElement.value')).toMatch(new RegExp(`/join/${id}$`))
    await tab.page.evaluate('document.execCommand = () => false')
    await press()
    await tab.reads('Your browser does not copy here.')
    expect(await tab.page.evaluate('document.activeElement.value')).toMatch(new RegExp(`/join/${id}$`))
    await users.made('deleteOrganizationInviteById', { inviteId: id })
    await leave(tab)
  })

  test('the audit log is read anew whenever its screen opens', async () => {
    const tab = await openAda(at('/audit-log'))
    await tab.sees('heading', 'Audit log')
    const lead = (path: string) => tab.page.evaluate(`__TSR_ROUTER__.history.push('${at(path)}')`)
    await lead('/teams')
    await tab.sees('heading', 'Teams')
    const read = awaitedLater(tab.page.waitForRequest((request) => request.url().includes('/audit-events?')))
    await lead('/audit-log')
    await read
    await leave(tab)
  })

  test('in German and in 390 pixels a sentence in place of an empty list has all its words', async () => {
    const { id: collection } = await users.made('createCollection', {}, { title: 'Archive' })
    await users.made('inviteToCollection', { collectionId: collection }, { role: 'admin', users: [users.grace] })
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Files', parent: collection })
    const tab = await users.open({ language: 'de', width: 390 })
    await tab.goto(`/s/${spaceId}/settings`)
    await tab.reads('Mit niemandem persönlich geteilt. Mitglieder sehen es durch ihre Rolle.')
    const cut = `[...document.querySelectorAll('main p')].filter((one) => one.scrollWidth > one.clientWidth)`
    expect(await tab.page.evaluate(`${cut}.map(({ textContent }) => textContent)`)).toEqual([])
    await tab.page.close()
  })
}

/** Opens a screen as Ada, in a browser apart; `script` runs in it before the console does. */
export async function openAda(path: string, script?: string): Promise<ConsolePage> {
  const tab = await users.openApart()
  if (script) await tab.page.evaluateOnNewDocument(script)
  await tab.goto(path)
  await signInByMail(users, tab, 'ada@example.com')
  await tab.page.waitForFunction(`location.pathname === ${JSON.stringify(path)}`)
  return tab
}
