import { expect, test } from '@jest/globals'
import { awaitedLater } from '../console/awaited-later.ts'
import { grace, hold, isSaved, saves, users } from './cast.ts'
import { draftPage, edit, rewrite, textOf, typeAfter } from './writers.fixture.ts'

/** Writes a page that is open in another place too. */
export function writingTogether() {
  test('what two people write in one page is kept, also what is typed while it is saved, and the cursor stays', async () => {
    const { page } = grace
    const markdown = 'First.\n\nSecond.\n\nThird.\n'
    const edited = await draftPage(users.spaceId, 'Gears', markdown)
    await edit(grace, edited)
    await grace.clickOn('.cm-line ::-p-text(Third.)')
    await page.keyboard.press('End')
    await rewrite(edited, markdown.replace('First', 'Ada'))
    // The first save is sent on only after more was typed.
    const save = await hold(grace, (request) => saves(request))
    const isSent = awaitedLater(page.waitForRequest((request) => saves(request, 'Mine')))
    // In one piece: a pause between two keys would save a part of it.
    await page.keyboard.sendCharacter(' Mine')
    await isSent
    const areBothSaved = isSaved('Mine and more')
    await page.keyboard.sendCharacter(' and more')
    await save.end()
    await areBothSaved
    const isSavedAgain = isSaved('Mine and more!')
    await page.keyboard.sendCharacter('!')
    await isSavedAgain
    expect(await textOf(edited)).toBe('Ada.\n\nSecond.\n\nThird. Mine and more!\n')
    // Who only reads what they have written sees what others write.
    await rewrite(edited, 'Ada once more.\n')
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.waitForSelector('.cm-line ::-p-text(Ada once more.)')
    await grace.reads('Somebody else has changed this page too.')
  })

  test('a title that somebody else has given meanwhile is named, whether one’s own takes its place or not', async () => {
    const edited = await draftPage(users.spaceId, 'Install', 'First.\n')
    const rename = (title: string) =>
      users.made('updateChangeRequestContent', edited, {
        changes: [{ operation: 'update_page', page: edited.pageId, title }],
      })
    await edit(grace, edited)
    await rename('Installation')
    const isOwnSaved = isSaved('Set up')
    await grace.fill('Title of the page', 'Set up')
    await isOwnSaved
    await grace.reads('The title had been changed to “Installation” meanwhile. Yours has taken its place.')
    await rename('Setting up')
    await grace.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await grace.reads('The title has been changed to “Setting up”.')
    expect(await grace.page.evaluate('document.body.innerText')).not.toContain('Both changes are in the text')
  })

  test('what somebody else saves while a page is being saved is kept, on the server and in the editor', async () => {
    const { page } = grace
    const edited = await draftPage(users.spaceId, 'Chains', 'First.\n\nSecond.\n')
    await edit(grace, edited)
    // Her save has read the page, and arrives after that of somebody else.
    const save = await hold(grace, (request) => saves(request))
    await typeAfter(grace, 'Second.', ' Mine')
    await save.first
    await rewrite(edited, 'First. Ada\n\nSecond.\n')
    const isSent = isSaved('Mine')
    await save.end()
    await isSent
    await page.waitForSelector('.cm-line ::-p-text(First. Ada)')
    expect(await textOf(edited)).toBe('First. Ada\n\nSecond. Mine\n')
    const isSavedAgain = isSaved('Mine!')
    await page.keyboard.sendCharacter('!')
    await isSavedAgain
    expect(await textOf(edited)).toBe('First. Ada\n\nSecond. Mine!\n')
  })

  test('what was typed in a tab that was closed offline is saved by the next editor, though another tab has the page too', async () => {
    const edited = await draftPage(users.spaceId, 'Wheels', 'First.\n\nSecond.\n')
    await edit(grace, edited)
    // The tab in front is the one that was opened last.
    const closed = await users.open()
    await edit(closed, edited)
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
    expect(await textOf(edited)).toBe('First. Left\n\nSecond. Mine\n')
  })
}
