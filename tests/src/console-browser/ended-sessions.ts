import { expect, test } from '@jest/globals'
import type { ConsolePage } from '../console/console-users.ts'
import { openOldSession } from '../console/old-session.ts'
import { signInLink } from '../support/operator.ts'
import { signInMailTo } from '../support/sign-in-mails.ts'
import { saves, users } from './cast.ts'
import { createSpace } from './spaces.fixture.ts'
import { draftPage, edit, textOf, typeAfter } from './writers.fixture.ts'

/** Ends the session of tabs in a second browser, and goes on in them. */
export function endedSessions() {
  test('of two tabs of one person, one learns that she has signed in anew in the other, and both stay signed in', async () => {
    const [first, second] = [await users.openApart(), await users.openApart()]
    await signIn(first)
    await second.goto('/settings')
    await second.reads('This one')
    await first.forget()
    await second.page.evaluate(`__TSR_ROUTER__.history.push('/o/${users.organizationId}')`)
    await second.sees('heading', 'You are signed out')
    // The dialog leads to the screen itself: its new page would have the key of a session that began meanwhile.
    const address = await second.page.$eval('[role=dialog] a', (link) => link.getAttribute('href'))
    expect(address).toBe(new URL(`/o/${users.organizationId}`, second.page.url()).href)
    await signIn(first)
    await second.sees('heading', 'Acme')
    await first.goto('/settings')
    await first.reads('This one')
    await second.click('link', 'Change requests')
    await second.sees('heading', 'Change requests')
    for (const tab of [first, second]) await tab.page.close()
  })

  test('an entrance that stands open leads on once somebody has signed in in another tab', async () => {
    const [first, second] = [await users.openApart(), await users.openApart()]
    await second.goto(`/s/${users.spaceId}`)
    await second.sees('heading', 'Sign in to Quire')
    await signIn(first)
    await second.sees('heading', 'Springs')
    // So does one that is opened by somebody who is signed in, and to no other host.
    await second.goto(`/sign-in?next=${encodeURIComponent('/settings?x=1')}`)
    await second.reads('This one')
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/sign-in']) {
      await second.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await second.sees('heading', 'Acme')
      expect(await second.path()).toBe(`/o/${users.organizationId}`)
    }
    for (const tab of [first, second]) await tab.page.close()
  })

  test('whoever has signed in long ago signs in again to add a passkey, and is back at the settings', async () => {
    const email = 'ines@example.com'
    await users.world.person(email, 'Ines')
    const tab = await openOldSession(users, email)
    await tab.withPasskeys()
    await tab.goto('/settings')
    await tab.click('button', 'Add a passkey')
    await tab.reads('You have to have signed in within ten minutes for this.')
    await tab.click('link', 'Sign in again')
    await tab.sees('heading', 'Sign in to Quire')
    // A reload asks again, as long as they have not.
    await tab.page.reload()
    await tab.fill('Email address', email)
    const { code } = await signInMailTo(users.world, email, () => tab.click('button', 'Send the code'))
    const asked = tab.page.url()
    await tab.fill('Code', code)
    await tab.click('button', 'Add a passkey')
    await tab.sees('button', 'Rename')
    expect(await tab.path()).toBe('/settings')
    // The address leads on once they have.
    await tab.page.goto(asked)
    await tab.sees('button', 'Add a passkey')
    await tab.forget()
    await tab.page.close()
  })

  test('the end of the session interrupts somebody who writes once, and the text is saved once she has signed in', async () => {
    const { spaceId } = await createSpace('Meetings')
    const page = await draftPage(spaceId, 'Minutes', 'First line.\n')
    const [first, writer] = [await users.openApart(), await users.openApart()]
    await signIn(first)
    await edit(writer, page)
    await first.forget()
    await typeAfter(writer, 'First line.', ' Typed late.')
    await writer.sees('heading', 'You are signed out')
    // The focus is on the way on.
    await writer.page.waitForFunction(`document.activeElement.closest('[role=dialog]')`)
    expect(await writer.page.evaluate('document.activeElement.textContent')).toBe('Sign in')
    await writer.click('button', 'Close')
    await Promise.all([
      writer.page.waitForResponse(
        (response) => response.url().includes(page.changeRequestId) && response.status() === 401,
      ),
      typeAfter(writer, 'Typed late.', ' Later still.'),
    ])
    await writer.reads('comments and most forms stays on this device')
    expect(await writer.page.$('[role=dialog]')).toBeNull()
    // The dialog leaves a line, which leads on too.
    await writer.reads('You are signed out')
    await Promise.all([
      writer.page.waitForResponse((response) => saves(response.request(), 'Later still.') && response.ok()),
      signIn(first),
    ])
    expect(await textOf(page)).toContain('First line. Typed late. Later still.')
    for (const tab of [first, writer]) await tab.page.close()
  })
}

/** Signs Grace in. */
async function signIn(tab: ConsolePage) {
  await tab.goto(await signInLink(users.world, '--email', 'grace@example.com'))
  await tab.click('button', 'Sign in')
  await tab.sees('heading', 'Acme')
}
