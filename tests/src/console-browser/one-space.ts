import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { signInByMail } from '../console/sign-in-by-mail.ts'
import { users } from './cast.ts'
import { leave } from './entering.ts'
import { draft } from './spaces.fixture.ts'

/** Writes in one space as a guest, who has no other right in the organization. */
export function inOneSpace() {
  test('a guest who may edit a space imports a file into it, and leaves the organization by their own settings', async () => {
    const { spaceId, tab } = await openGuest('Workshop', 'finn@nowhere.example')
    const file = join(users.world.env.MAIL_DIR ?? '', 'tools.md')
    await writeFile(file, '# Tools\n\nThey hang on the wall.\n')
    await tab.goto(`/s/${spaceId}`)
    await tab.click('link', 'Import documentation')
    await tab.sees('button', 'Start the import')
    await tab.choose(file)
    await tab.click('button', 'Start the import')
    await tab.sees('heading', 'Import into Workshop')
    await tab.click('link', 'Open the space')
    await tab.reads('They hang on the wall.')
    await tab.goto('/settings')
    await tab.click('button', 'Leave Acme')
    await tab.clickOn('[role=dialog] button[type=submit]')
    await tab.sees('heading', 'New organization')
    const { items } = await users.made('listMembersInOrganizationById', {}, undefined, {
      search: 'finn@nowhere.example',
    })
    expect(items).toEqual([])
    await leave(tab)
  })

  test('a guest, who may list nobody, is not offered to ask for a review', async () => {
    const { spaceId, tab } = await openGuest('Foundry', 'gil@nowhere.example')
    const page = { operation: 'insert_page', title: 'Moulds', document: { markdown: 'Pour.\n' } }
    const path = `/s/${spaceId}/changes/${await draft(spaceId, 'Moulds', page)}`
    await tab.goto(path)
    await tab.sees('heading', 'Reviews')
    // The answer says what the guest may do, which is on the screen one frame later.
    await tab.page.waitForFunction(`performance.getEntriesByType('resource').some(
      ({ name, responseEnd }) => responseEnd > 0 && name.endsWith('/v1/orgs/${users.organizationId}'))`)
    await tab.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    expect(await tab.page.$('[aria-label="Ask for a review"]')).toBeNull()
    const { items } = await users.made('listMembersInOrganizationById', {}, undefined, {
      search: 'gil@nowhere.example',
    })
    await users.made('removeMemberFromOrganizationById', { userId: items[0].id })
    await leave(tab)
  })
}

/** Creates a space, and lets a guest into it who may edit it; resolves with a tab of theirs. */
async function openGuest(title: string, email: string) {
  const { id: spaceId } = await users.made('createSpace', {}, { title })
  const { id } = await users.made('createOrganizationInvite', {}, { space: spaceId, level: 'edit' })
  const tab = await users.openApart()
  await tab.goto(`/o/${users.organizationId}/join/${id}`)
  await signInByMail(users, tab, email)
  await tab.click('button', 'Join')
  await tab.sees('heading', 'Acme')
  return { spaceId: spaceId as string, tab }
}
