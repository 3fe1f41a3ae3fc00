import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { hold, users } from './cast.ts'
import { createSpace } from './spaces.fixture.ts'
import { draftPage, edit } from './writers.fixture.ts'

/** Sets the fields of pages besides their text. */
export function pageSettings() {
  let spaceId: string

  test('settings of a page that are closed by a click beside them, or by a reload, are there again; a button forgets them', async () => {
    ;({ spaceId } = await createSpace('Looks'))
    const { tab } = await openSettings(spaceId, 'Frames')
    await tab.fill('Description', 'Steel.')
    await tab.click('checkbox', 'Show the outline')
    await tab.page.mouse.click(5, 450)
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    await tab.page.reload()
    await tab.click('button', 'Actions for Frames')
    await tab.click('menuitem', 'Settings of the page')
    await tab.page.waitForFunction(`document.querySelector('[role=dialog] textarea')?.value === 'Steel.'`)
    const outline = '::-p-aria([name="Show the outline"][role="checkbox"])'
    expect(await tab.page.$eval(outline, (box) => (box as unknown as { checked: boolean }).checked)).toBe(false)
    await tab.click('button', 'Cancel')
    await tab.click('button', 'Actions for Frames')
    await tab.click('menuitem', 'Settings of the page')
    await tab.page.waitForFunction(`document.querySelector('[role=dialog] textarea')?.value === ''`)
    await tab.page.close()
  })

  test('settings are saved with the cover that is still being uploaded', async () => {
    const { tab, page } = await openSettings(spaceId, 'Covers')
    await tab.fill('Description', 'Round.')
    await tab.page.waitForSelector('[role=dialog] button[type=submit]:enabled')
    const upload = await hold(tab, (request) => request.url().includes('/content?'))
    await tab.choose(picture, 'Cover')
    await upload.first
    await tab.page.waitForSelector('[role=dialog] button[type=submit]:disabled')
    await upload.end()
    await tab.page.locator('[role=dialog] button[type=submit]:enabled').click()
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    const saved = await users.made('getPageInChangeRequestById', page)
    expect(saved).toMatchObject({ description: 'Round.', cover: { ref: { kind: 'file' } } })
    await tab.page.close()
  })

  test('a field that somebody else has changed meanwhile is named before it is replaced, and the others are kept', async () => {
    const { tab, page } = await openSettings(spaceId, 'Forks')
    const change = { operation: 'update_page', page: page.pageId, title: 'Fork', description: 'Theirs.' }
    await users.made('updateChangeRequestContent', page, { changes: [change] })
    await tab.fill('Description', 'Mine.')
    await tab.click('button', 'Save')
    await tab.reads('somebody else has changed this page meanwhile')
    await tab.reads('This has been changed meanwhile: Description (Theirs.).')
    await tab.click('button', 'Save')
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    const saved = await users.made('getPageInChangeRequestById', page)
    expect(saved).toMatchObject({ title: 'Fork', description: 'Mine.' })
    await tab.page.close()
  })
}

const picture = resolve(import.meta.dirname, '../../../docs/images/console-dark.png')

/** Opens a tab with the settings of a new page, in a change request that Ada has begun. */
async function openSettings(spaceId: string, title: string) {
  const page = await draftPage(spaceId, title, 'First.\n')
  const tab = await users.open()
  await edit(tab, page)
  await tab.click('button', `Actions for ${title}`)
  await tab.click('menuitem', 'Settings of the page')
  await tab.sees('dialog', 'Settings of the page')
  return { tab, page }
}
