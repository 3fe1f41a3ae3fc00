import { expect, test } from '@jest/globals'
import type { HTTPRequest } from '@quire/browser'
import type { ConsolePage } from '../console/console-users.ts'
import { grace, isSaved, letThrough, saves, users } from './cast.ts'

/** Writes a page that is open in another place too. */
export function writingTogether() {
  test('what two people write in one page is kept, also what is typed while it is saved, and the cursor stays', async () => {
    const { made, spaceId } = users
    const { page } = grace
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Together' })
    const params = { spaceId, changeRequestId }
    const change = (one: object) => made('updateChangeRequestContent', params, { changes: [one] })
    const markdown = 'First.\n\nSecond.\n\nThird.\n'
    await change({ operation: 'insert_page', title: 'Gears', document: { markdown } })
    const { pages } = await made('listPagesInChangeRequest', params)
    const pageId = pages.find(({ title }: { title: string }) => title === 'Gears').id
    await grace.goto(`/s/${spaceId}/changes/${changeRequestId}/p/${pageId}`)
    await page.locator('.cm-line ::-p-text(Third.)').click()
    await page.keyboard.press('End')
    await change({ operation: 'update_page', page: pageId, document: { markdown: markdown.replace('First', 'Ada') } })
    // The first save is sent on only after more was typed.
    const held: HTTPRequest[] = []
    const hold = (request: HTTPRequest) =>
      void (saves(request) && held.length === 0 ? held.push(request) : request.continue())
    await page.setRequestInterception(true)
    page.on('request', hold)
    const isSent = page.waitForRequest((request) => saves(request, 'Mine'))
    // In one piece: a pause between two keys would save a part of it.
    await page.keyboard.sendCharacter(' Mine')
    await isSent
    const areBothSaved = isSaved('Mine and more')
    await page.keyboard.sendCharacter(' and more')
    await held[0]?.continue()
    await areBothSaved
    await letThrough(hold)
    const isSavedAgain = isSaved('Mine and more!')
    await page.keyboard.sendCharacter('!')
    await isSavedAgain
    const saved = await made('getPageInChangeRequestById', { ...params, pageId }, undefined, { format: 'markdown' })
    expect(saved.markdown).toBe('Ada.\n\nSecond.\n\nThird. Mine and more!\n')
    // Who only reads what they have written sees what others write.
    await change({ operation: 'update_page', page: pageId, document: { markdown: 'Ada once more.\n' } })
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.waitForSelector('.cm-line ::-p-text(Ada once more.)')
    await grace.reads('Somebody else has changed this page too.')
  })

  test('what somebody else saves while a page is being saved is kept, on the server and in the editor', async () => {
    const { made, spaceId } = users
    const { page } = grace
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'At once' })
    const params = { spaceId, changeRequestId }
    const change = (one: object) => made('updateChangeRequestContent', params, { changes: [one] })
    await change({ operation: 'insert_page', title: 'Chains', document: { markdown: 'First.\n\nSecond.\n' } })
    const { pages } = await made('listPagesInChangeRequest', params)
    const pageId = pages.find(({ title }: { title: string }) => title === 'Chains').id
    const text = async () =>
      (await made('getPageInChangeRequestById', { ...params, pageId }, undefined, { format: 'markdown' })).markdown
    await grace.goto(`/s/${spaceId}/changes/${changeRequestId}/p/${pageId}`)
    await page.locator('.cm-line ::-p-text(Second.)').click()
    await page.keyboard.press('End')
    // Her save has read the page, and arrives after that of somebody else.
    const held = Promise.withResolvers<HTTPRequest>()
    let isHeld = false
    const hold = (request: HTTPRequest) => {
      if (isHeld || !saves(request)) return void request.continue()
      isHeld = true
      held.resolve(request)
    }
    await page.setRequestInterception(true)
    page.on('request', hold)
    await page.keyboard.sendCharacter(' Mine')
    const request = await held.promise
    await change({ operation: 'update_page', page: pageId, document: { markdown: 'First. Ada\n\nSecond.\n' } })
    const isSent = isSaved('Mine')
    await request.continue()
    await isSent
    await page.waitForSelector('.cm-line ::-p-text(First. Ada)')
    await letThrough(hold)
    expect(await text()).toBe('First. Ada\n\nSecond. Mine\n')
    const isSavedAgain = isSaved('Mine!')
    await page.keyboard.sendCharacter('!')
    await isSavedAgain
    expect(await text()).toBe('First. Ada\n\nSecond. Mine!\n')
  })

  test('what was typed in a tab that was closed offline is saved by the next editor, though another tab has the page too', async () => {
    const { made, spaceId } = users
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Twice open' })
    const params = { spaceId, changeRequestId }
    const changes = [{ operation: 'insert_page', title: 'Wheels', document: { markdown: 'First.\n\nSecond.\n' } }]
    await made('updateChangeRequestContent', params, { changes })
    const { pages } = await made('listPagesInChangeRequest', params)
    const pageId = pages.find(({ title }: { title: string }) => title === 'Wheels').id
    const editor = `/s/${spaceId}/changes/${changeRequestId}/p/${pageId}`
    const typeAfter = async ({ page }: ConsolePage, line: string, typed: string) => {
      await page.locator(`.cm-line ::-p-text(${line})`).click()
      await page.keyboard.press('End')
      await page.keyboard.sendCharacter(typed)
    }
    await grace.goto(editor)
    // The tab in front is the one that was opened last.
    const closed = await users.open()
    await closed.goto(editor)
    await closed.page.waitForSelector('.cm-line ::-p-text(First.)')
    await closed.page.setOfflineMode(true)
    await typeAfter(closed, 'First.', ' Left')
    await closed.page.waitForFunction(`Object.values(localStorage).some((one) => one.includes('First. Left'))`)
    await closed.page.close()
    await grace.page.bringToFront()
    const isOwnSaved = isSaved('Second. Mine')
    await typeAfter(grace, 'Second.', ' Mine')
    await isOwnSaved
    const isLeftSaved = isSaved('First. Left')
    await grace.page.reload()
    await grace.reads('It was restored from this device.')
    await isLeftSaved
    const saved = await made('getPageInChangeRequestById', { ...params, pageId }, undefined, { format: 'markdown' })
    expect(saved.markdown).toBe('First. Left\n\nSecond. Mine\n')
  })
}
