import { test } from '@jest/globals'
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
    await grace.fill('Address of the repository', repository.plainUrl)
    await grace.fill('User name', repositories.credentials.username)
    await grace.fill('Access token or password', 'wrong')
    await grace.click('button', 'Start synchronizing')
    await grace.reads('The last look at the repository failed:')
    await grace.click('button', 'Change')
    await grace.fill('User name', repositories.credentials.username)
    await grace.fill('Access token or password', repositories.credentials.password)
    // The first form of the screen has such a button too.
    await grace.page.locator('form:has([type=password]) button[type=submit]').click()
    await grace.reads('last in common')
    await grace.reads('From the repository')
    await grace.reads('Secret of the webhook')
    await lead(`/s/${spaceId}/history`)
    await grace.sees('link', 'Describe engines')
    await grace.reads('Lin Lode')
    await lead(`/s/${spaceId}/settings`)
    await grace.click('button', 'End the synchronization')
    await grace.page.locator('[role=dialog] button[type=submit]').click()
    await grace.sees('button', 'Synchronize with a repository')
  })
}
