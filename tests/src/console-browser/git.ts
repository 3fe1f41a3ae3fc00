import { expect, test } from '@jest/globals'
import type { HTTPRequest } from '@quire/browser'
import { answer } from '../console/interception.ts'
import { grace, repositories, users } from './cast.ts'
import { createSpace, lead } from './spaces.fixture.ts'

/** Synchronizes a space with a repository. */
export function synchronizing() {
  test('a space is set up to follow a repository, whose commits are in its history with their authors', async () => {
    const repository = await repositories.repository()
    await repository.commit(
      { 'README.md': '# Engines\n\nThey turn.\n' },
      { message: 'Describe engines', author: 'Lin Lode <lin@example.com>' },
    )
    const { spaceId } = await createSpace('Engines')
    await users.made('inviteToSpace', { spaceId }, { role: 'admin', users: [users.grace] })
    await grace.goto(`/s/${spaceId}/settings`)
    await grace.click('button', 'Synchronize with a repository')
    await grace.page.waitForSelector('form input:focus')
    await grace.fill('Address of the repository', repository.plainUrl)
    await grace.fill('User name', repositories.credentials.username)
    await grace.fill('Access token or password', 'wrong')
    // The form outlasts a reload, but for what is secret.
    await grace.page.reload()
    await grace.click('button', 'Synchronize with a repository')
    const typedIn = (field: string) => grace.page.$eval(field, (input) => (input as unknown as { value: string }).value)
    await grace.sees('textbox', 'Address of the repository')
    expect([await typedIn('form:has([type=password]) input'), await typedIn('[type=password]')]).toEqual([
      repository.plainUrl,
      '',
    ])
    await grace.fill('User name', repositories.credentials.username)
    await grace.fill('Access token or password', 'wrong')
    await grace.click('button', 'Start synchronizing')
    await grace.reads('The last look at the repository failed:')
    // Looks that fail, of which the second comes after the first was shown, take away neither the state nor the form.
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/settings`)
    await tab.sees('button', 'Look now')
    const stop = await answer(tab, isLook, 500, 'Broken')
    for (let looks = 0; looks < 2; looks += 1)
      await tab.page.waitForResponse((response) => isLook(response.request()) && response.status() === 500)
    await tab.click('button', 'Change')
    await tab.sees('textbox', 'Address of the repository')
    await stop()
    await tab.page.close()
    await grace.click('button', 'Change')
    await grace.fill('User name', repositories.credentials.username)
    await grace.fill('Access token or password', repositories.credentials.password)
    // The first form of the screen has such a button too.
    await grace.clickOn('form:has([type=password]) button[type=submit]')
    await grace.reads('last in common')
    await grace.reads('From the repository')
    await grace.reads('Secret of the webhook')
    await lead(`/s/${spaceId}/history`)
    await grace.sees('link', 'Describe engines')
    await grace.reads('Lin Lode')
    await lead(`/s/${spaceId}/settings`)
    await grace.click('button', 'End the synchronization')
    await grace.clickOn('[role=dialog] button[type=submit]')
    await grace.sees('button', 'Synchronize with a repository')
  }, 180_000)
}

/** True for the request that reads the state of a synchronization. */
const isLook = (request: HTTPRequest) => request.method() === 'GET' && request.url().endsWith('/git/sync')
