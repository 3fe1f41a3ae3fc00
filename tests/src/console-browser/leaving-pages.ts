import { expect, test } from '@jest/globals'
import type { HTTPRequest } from '@quire/browser'
import type { ConsolePage } from '../console/console-users.ts'
import { hold } from './cast.ts'
import { createSpace } from './spaces.fixture.ts'
import { openWriter, textOf, typeAfter } from './writers.fixture.ts'

/** Leaves pages before everything in them is saved. */
export function leavingPages() {
  let spaceId: string

  test('what was typed last before the tab goes elsewhere is saved', async () => {
    ;({ spaceId } = await createSpace('Journeys'))
    const { tab, page } = await openWriter(spaceId, 'Roads', 'Ride.\n')
    await typeAfter(tab, 'Ride.', ' Rest.')
    await tab.page.goto('about:blank')
    while ((await textOf(page)) === 'Ride.\n');
    expect(await textOf(page)).toBe('Ride. Rest.\n')
    await tab.page.close()
  })

  test('a picture comes into the page that it was dropped on though that is left, and nobody merges without it', async () => {
    const { tab, page } = await openWriter(spaceId, 'Maps', 'Look.\n')
    await typeAfter(tab, 'Look.', ' Here: ')
    const upload = await hold(tab, isUpload)
    await pastePicture(tab)
    await tab.page.waitForSelector('[role=status] ::-p-text(Uploading plan.png …)')
    await tab.page.waitForSelector('.cm-upload ::-p-text(Uploading plan.png …)')
    await tab.page.keyboard.press('Home')
    await tab.page.keyboard.sendCharacter('Now ')
    await tab.click('link', 'Review changes')
    await tab.sees('heading', 'Maps')
    await upload.first
    await tab.page.waitForSelector('aside [data-tour=merge]:disabled')
    await upload.end()
    await tab.clickOn('aside [data-tour=merge]:enabled')
    await tab.reads('Its changes are live.')
    expect(await textOf(page)).toMatch(/^Now Look\. Here: !\[plan\.png\]\(\/files\/\w+\)\n+$/)
    await tab.page.close()
  })

  test('a picture that could not be uploaded is told to whoever comes back to the editor', async () => {
    const { tab, page } = await openWriter(spaceId, 'Signs', 'Stop.\n')
    const upload = await hold(tab, isUpload)
    await pastePicture(tab)
    await upload.first
    await tab.click('link', 'Review changes')
    await tab.sees('heading', 'Signs')
    await upload.end((request) => request.abort())
    await tab.page.waitForSelector('aside [data-tour=merge]:enabled')
    await tab.page.goBack()
    await tab.reads('plan.png could not be inserted. The server cannot be reached.')
    await tab.click('button', 'Close')
    await tab.page.waitForFunction(`!document.body.innerText.includes('could not be inserted')`)
    expect(await textOf(page)).toBe('Stop.\n')
    await tab.page.close()
  })

  test('whoever loads a page again that they have created and named begins outside of its title', async () => {
    const { tab } = await openWriter(spaceId, 'Bridges', 'Cross.\n')
    await tab.click('button', 'New page')
    await tab.sees('heading', 'Edit Untitled')
    const isInTitle = `document.activeElement.getAttribute('aria-label') === 'Title of the page'`
    await tab.page.waitForFunction(isInTitle)
    await tab.page.keyboard.sendCharacter('Fords')
    await tab.page.waitForFunction(
      `[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === 'Saved')`,
    )
    await tab.page.reload()
    await tab.sees('heading', 'Edit Fords')
    await tab.page.waitForSelector('.cm-content')
    expect(await tab.page.evaluate(isInTitle)).toBe(false)
    await tab.page.close()
  })

  test('an editor says that a conflict is open as long as its text holds both sides', async () => {
    const both = ['<<<<<<< main', 'Left.', '=======', 'Right.', '>>>>>>> change request', ''].join('\n')
    const { tab } = await openWriter(spaceId, 'Turns', both)
    await tab.reads('This text holds both sides of a conflict.')
    await tab.clickOn('.cm-line ::-p-text(Left.)')
    await tab.page.keyboard.down('Control')
    await tab.page.keyboard.press('a')
    await tab.page.keyboard.up('Control')
    await tab.page.keyboard.sendCharacter('Ahead.')
    await tab.page.waitForFunction(`!document.body.innerText.includes('both sides of a conflict')`)
    await tab.page.close()
  })
}

/** True for the request that begins the upload of a file. */
const isUpload = (request: HTTPRequest) => request.url().endsWith('/storage/upload')

/** Pastes a picture that is too large for the change itself into the text. */
const pastePicture = ({ page }: ConsolePage) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['\\x89PNG', new Uint8Array(2 ** 21)], 'plan.png', { type: 'image/png' }))
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.cm-content').dispatchEvent(paste)
  }`)
