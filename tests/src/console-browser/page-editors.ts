import { expect, test } from '@jest/globals'
import { awaitedLater } from '../console/awaited-later.ts'
import { grace, users } from './cast.ts'
import { draftPage, edit } from './writers.fixture.ts'

/** Writes a page that somebody else has open in the editor. */
export function pageEditors() {
  test('two writers of one page are told of each other, until one of them leaves', async () => {
    const edited = await draftPage(users.spaceId, 'Levers', 'First.\n')
    const others = async (): Promise<string[]> => {
      const { editors } = await users.made('announcePageEditing', edited, {})
      return editors.map(({ user }: { user: { id: string } }) => user.id)
    }
    expect(await others()).toEqual([])
    const isTold = awaitedLater(grace.page.waitForResponse((response) => response.url().endsWith('/editors')))
    await edit(grace, edited)
    await isTold
    await grace.reads('Ada edits this page too')
    expect(await others()).toEqual([users.grace])
    const hasLeft = awaitedLater(
      grace.page.waitForResponse((response) =>
        Boolean(response.url().endsWith('/editors') && response.request().postData()?.includes('false')),
      ),
    )
    await grace.click('link', 'Review changes')
    await hasLeft
    expect(await others()).toEqual([])
    await users.made('announcePageEditing', edited, { active: false })
  })
}
