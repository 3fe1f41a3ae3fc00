import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { awaitedLater } from '../console/awaited-later.ts'
import type { ConsolePage } from '../console/console-users.ts'
import { hold, saves, users } from './cast.ts'
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
    const upload = await hold(tab, changesContent)
    await tab.choose(picture, 'Cover')
    await upload.first
    await tab.page.waitForSelector('[role=dialog] button[type=submit]:disabled')
    await upload.end()
    await tab.clickOn('[role=dialog] button[type=submit]:enabled')
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

  test('the settings of a page are read when they are opened, however old the tree of pages is', async () => {
    const page = await draftPage(spaceId, 'Hubs', 'First.\n')
    const tab = await users.open()
    await edit(tab, page)
    const change = { operation: 'update_page', page: page.pageId, description: 'Theirs.' }
    await users.made('updateChangeRequestContent', page, { changes: [change] })
    await openSettingsOf(tab, 'Hubs')
    await tab.page.waitForFunction(`document.querySelector('[role=dialog] textarea').value === 'Theirs.'`)
    await tab.page.close()
  })

  test('a cover of somebody else is named before it is replaced', async () => {
    const { tab, page } = await openSettings(spaceId, 'Pedals')
    await tab.choose(picture, 'Cover')
    await tab.page.waitForSelector('[role=dialog] button[type=submit]:enabled')
    const cover = { ref: { kind: 'url', url: 'https://pictures.example/pedal.png' } }
    const change = { operation: 'update_page', page: page.pageId, cover }
    await users.made('updateChangeRequestContent', page, { changes: [change] })
    await tab.click('button', 'Save')
    await tab.reads('This has been changed meanwhile: Cover.')
    await tab.click('button', 'Save')
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    const saved = await users.made('getPageInChangeRequestById', page)
    expect(saved).toMatchObject({ cover: { ref: { kind: 'file' } } })
    await tab.page.close()
  })

  test('a cover that is still being uploaded does not come back after the settings were cancelled', async () => {
    const { tab } = await openSettings(spaceId, 'Bells')
    const upload = await hold(tab, changesContent)
    await tab.choose(picture, 'Cover')
    await upload.first
    await tab.click('button', 'Cancel')
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    const isUploaded = awaitedLater(tab.page.waitForResponse(changesContent))
    await upload.end()
    await isUploaded
    await tab.page.waitForNetworkIdle({ idleTime: 100 })
    await openSettingsOf(tab, 'Bells')
    await tab.reads('The page has no cover.')
    await tab.page.close()
  })

  test('settings that are being saved are closed by nothing else, and leave no draft on the device', async () => {
    const { tab, page } = await openSettings(spaceId, 'Lamps')
    await tab.fill('Description', 'Bright.')
    const save = await hold(tab, (request) => saves(request, 'Bright.'))
    await tab.click('button', 'Save')
    await save.first
    await tab.click('button', 'Close')
    await tab.sees('dialog', 'Settings of the page')
    await save.end()
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    const drafts = `Object.keys(localStorage).filter((name) => /^quire-form.*${page.pageId}$/.test(name))`
    expect(await tab.page.evaluate(drafts)).toEqual([])
    expect(await users.made('getPageInChangeRequestById', page)).toMatchObject({ description: 'Bright.' })
    await tab.page.close()
  })
}

/** True for the request, and its response, that changes pages or inserts a file; the data of a large one is not known. */
const changesContent = (sent: { url: () => string }) => sent.url().includes('/content?')

const picture = resolve(import.meta.dirname, '../../../docs/images/console-dark.png')

/** Opens a tab with the settings of a new page, in a change request that Ada has begun. */
async function openSettings(spaceId: string, title: string) {
  const page = await draftPage(spaceId, title, 'First.\n')
  const tab = await users.open()
  await edit(tab, page)
  await openSettingsOf(tab, title)
  return { tab, page }
}

/** Opens the settings of a page in its editor, and waits for those that it has now. */
async function openSettingsOf(tab: ConsolePage, title: string) {
  await tab.click('button', `Actions for ${title}`)
  await tab.click('menuitem', 'Settings of the page')
  await tab.sees('dialog', 'Settings of the page')
  await tab.page.waitForSelector('[role=dialog] button[type=submit]:not([aria-busy])')
}
