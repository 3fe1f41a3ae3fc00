import { expect, test } from '@jest/globals'
import { violationsOf } from '@quire/browser'
import { awaitedLater } from '../console/awaited-later.ts'
import { programAt } from '../console/shown-content.ts'
import { redirectUri } from '../support/mcp-program.ts'
import { signInLink } from '../support/operator.ts'
import { signInMailTo } from '../support/sign-in-mails.ts'
import { grace, openGrace, users } from './cast.ts'

/** Signs people in and lets programs in, each in a way of its own; leaves Grace signed in. */
export function signingIn() {
  test('a link of a mail signs in by a click, on any device, and not by being opened', async () => {
    const other = await users.open({ language: 'de', width: 360 })
    await other.goto('/settings')
    await other.fill('E-Mail-Adresse', 'grace@example.com')
    const { token } = await signInMailTo(users.world, 'grace@example.com', () => other.click('button', 'Code senden'))
    await other.goto(`/sign-in/${token}`)
    await other.reads('grace@example.com')
    await other.goto(`/sign-in/${token}`)
    await other.click('button', 'Anmelden')
    // The link leads on to the screen that the mail was asked for at.
    await other.reads('Diese hier')
    expect(await other.path()).toBe('/settings')
    await other.forget()
    await other.page.close()
  })

  test('the provider of the installation signs in who has proved their address there, and nobody else', async () => {
    const other = await users.open()
    const signIn = async (verified: boolean) => {
      users.provider.comesAs({ email: 'grace@example.com', email_verified: verified, name: 'Grace' })
      await other.goto('/sign-in')
      await other.click('button', 'Sign in with Acme ID')
    }
    await signIn(false)
    await other.sees('link', 'Sign in again')
    await signIn(true)
    await other.sees('heading', 'Acme')
    await other.goto('/sign-in/oidc?error=access_denied&state=of-somebody')
    await other.reads('The sign-in was cancelled')
    // A code of digits is a text too.
    await other.goto('/sign-in/oidc?code=123456&state=12')
    await other.reads('belongs to no sign-in of this browser')
    await other.forget()
    await other.page.close()
  })

  test('the first person signs in by the link of the operator, and makes the organization that they administer', async () => {
    const link = await signInLink(users.world, '--email', 'first@example.com', '--name', 'First')
    const other = await users.open()
    await other.goto(link)
    await other.click('button', 'Sign in')
    await other.sees('heading', 'New organization')
    await other.fill('Name of the organization', 'Looms')
    await other.click('button', 'Create')
    await other.sees('heading', 'Looms')
    await other.click('link', 'Members')
    await other.reads('First')

    // The tour points at one control after the other, until the page is published.
    await other.click('link', 'Home')
    await other.click('button', 'Take a one-minute tour')
    const press = async (text: string) => {
      await other.reads(text)
      await other.clickOn('[data-pointed-at]')
    }
    await other.reads('Step 1 of 5')
    expect(await violationsOf(other.page)).toEqual([])
    await other.click('button', 'Leave the tour')
    await other.click('button', 'Go on with the tour')
    await press('Create a space')
    await other.fill('Title', 'Guide')
    await other.click('button', 'Create')
    await press('What you write here becomes a change request')
    await other.fill('Title of the page', 'Warp')
    await press('Give the page a title')
    await press('Merge it')
    await press('Now publish it')
    await press('A site shows the pages of a space')
    for (const step of ['Next', 'Next', 'Create and publish']) await other.click('button', step)
    await other.reads('Your page is published. Look at it.')
    const site = await other.page.$eval('[data-pointed-at]', (link) => String(link.getAttribute('href')))
    await press('Step 5 of 5')
    await other.reads('That was all.')
    await other.click('button', 'Close')
    await other.goto(new URL(site).pathname)
    await other.sees('heading', 'Warp')
    await other.forget()
    await other.page.close()
  })

  test('somebody signs in with the code of a mail, and gets where they wanted to go', async () => {
    await openGrace()
    await grace.goto(`/s/${users.spaceId}`)
    await grace.sees('heading', 'Sign in to Quire')
    await grace.fill('Email address', 'grace@example.com')
    const { code } = await signInMailTo(users.world, 'grace@example.com', () => grace.click('button', 'Send the code'))
    await grace.fill('Code', code === '000000' ? '111111' : '000000')
    await grace.page.waitForSelector('[role=alert]')
    await grace.fill('Code', code)
    await grace.sees('heading', 'Springs')
    expect(await grace.path()).toMatch(`/s/${users.spaceId}/p/`)
  })

  test('who has just signed in adds a passkey, names it, signs in with it elsewhere, and removes it', async () => {
    const other = await users.open()
    await other.withPasskeys()
    await other.goto('/settings')
    await other.click('button', 'Add a passkey')
    await other.click('button', 'Rename')
    await other.fill('Name of the passkey', 'Laptop')
    await other.click('button', 'Save')
    await other.reads('Laptop')
    await other.click('button', 'Account: Grace')
    await other.click('menuitem', 'Sign out')
    await other.click('button', 'Sign in with a passkey')
    await other.sees('heading', 'Acme')
    await other.goto('/settings')
    await other.reads('Last used')
    await other.click('button', 'Remove')
    await other.reads('It does not sign you in any more.')
    await other.clickOn('[role=dialog] button[type=submit]')
    await other.page.waitForFunction(`!document.body.innerText.includes('Laptop')`)
    await other.page.close()
  })

  test('a program is let in by a click, which counts once the question has been in front for a moment', async () => {
    const { made, post, spaceId } = users
    const body = { title: 'Inside', visibility: 'members', spaces: [spaceId] }
    const { id: siteId } = await made('createSite', {}, body)
    const { urls } = await made('publishSite', { siteId })
    const other = await users.open()
    await other.page.evaluateOnNewDocument(`
      const wasEnabled = []
      new MutationObserver(() => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Allow')
        if (button) wasEnabled.push(!button.disabled)
      }).observe(document, { subtree: true, childList: true, attributes: true })
    `)
    await other.goto(`/authorize?${await programAt(post, urls.published)}`)
    await other.reads('“Helper” asks to read “Inside”')
    const sent = awaitedLater(other.page.waitForRequest((request) => request.url().startsWith(`${redirectUri}?`)))
    await other.page.waitForFunction('wasEnabled.includes(true)')
    expect(await other.page.evaluate('wasEnabled[0]')).toBe(false)
    await other.click('button', 'Allow')
    expect(new URL((await sent).url()).searchParams.has('code')).toBe(true)
    await other.page.close()
  })
}

/** Ends the session of Grace, at the end of all. */
export function signingOut() {
  test('a tab that stays open when somebody else signs in in another shows what they may see', async () => {
    const { world } = users
    await grace.goto('/')
    await grace.sees('button', 'Account: Grace')
    const other = await users.open()
    await other.goto(await signInLink(world, '--email', 'ada@example.com'))
    await other.click('button', 'Sign in')
    await other.sees('button', 'Account: Ada')
    await grace.sees('button', 'Account: Ada')
    await other.goto(await signInLink(world, '--email', 'grace@example.com'))
    await other.click('button', 'Sign in')
    await grace.sees('button', 'Account: Grace')
    await other.page.close()
  })

  test('signing out ends the session, and the console asks for the next one', async () => {
    await grace.goto('/')
    await grace.click('button', 'Account: Grace')
    await grace.click('menuitem', 'Sign out')
    await grace.sees('heading', 'Sign in to Quire')
    await grace.goto(`/s/${users.spaceId}`)
    await grace.sees('heading', 'Sign in to Quire')
    // Refusals, and reads of things that somebody else had deleted, are expected; nothing else is.
    const unexpected = grace.errors.filter((error) => !/status of 40[014]/.test(error))
    expect(unexpected).toEqual([])
  })
}
