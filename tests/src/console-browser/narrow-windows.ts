import { expect, test } from '@jest/globals'
import { users } from './cast.ts'
import { draftPage, edit } from './writers.fixture.ts'

/** Writes in windows that have no room for the tree of pages beside the text. */
export function narrowWindows() {
  test.each([390, 1000])('in %s pixels the pages are behind a line, with their menus and new ones', async (width) => {
    const edited = await draftPage(users.spaceId, `Narrow ${width}`, 'First.\n')
    const tab = await users.open({ width })
    await edit(tab, edited)
    await tab.page.waitForFunction(
      `[...document.querySelectorAll('[role=status]')].some((one) => one.textContent === 'Saved' && one.checkVisibility())`,
    )
    await tab.clickOn('summary ::-p-text(Pages)')
    await tab.click('button', `Actions for Narrow ${width}`)
    await tab.click('menuitem', 'Settings of the page')
    await tab.sees('dialog', 'Settings of the page')
    // Nothing is changed yet.
    await tab.page.waitForSelector('[role=dialog] button[type=submit]:disabled')
    await tab.fill('Description', 'Narrow.')
    await tab.click('button', 'Save')
    await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    await tab.click('button', 'New page')
    await tab.sees('heading', 'Edit Untitled')
    await tab.page.waitForFunction(`!document.querySelector('details[open]')`)
    // Whoever types now names the page.
    await tab.page.waitForFunction(
      `document.activeElement.getAttribute('aria-label') === 'Title of the page' && document.activeElement.selectionEnd === 8`,
    )
    const { spaceId, changeRequestId } = edited
    const { pages } = await users.made('listPagesInChangeRequest', { spaceId, changeRequestId })
    expect(pages.slice(-2)).toMatchObject([{ title: `Narrow ${width}`, description: 'Narrow.' }, { title: 'Untitled' }])
    await tab.page.close()
  })
}
