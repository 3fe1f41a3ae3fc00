import { expect, test } from '@jest/globals'
import type { ConsolePage } from '../console/console-users.ts'
import { openAda } from './administering.ts'
import { users } from './cast.ts'
import { leave } from './entering.ts'
import { createSpace } from './spaces.fixture.ts'
import { draftPage, edit } from './writers.fixture.ts'

/** Follows the focus of somebody who has no pointer from screen to screen. */
export function movingFocus() {
  test('the focus goes with whoever creates a space, follows links, reviews and merges by keys', async () => {
    const tab = await openAda(`/o/${users.organizationId}`)
    await tab.sees('heading', 'Acme')
    await tab.page.focus('nav a[href$="/changes"]')
    await tab.page.keyboard.press('Enter')
    await isOnHeading(tab, 'Change requests')
    await tab.click('button', 'New space or collection')
    await tab.fill('Title', 'By keys')
    await tab.page.focus('[role=dialog] input')
    await tab.page.keyboard.press('Enter')
    await isOnHeading(tab, 'By keys')
    const { spaceId } = await createSpace('Bearings')
    await edit(tab, await draftPage(spaceId, 'Balls', 'Roll.\n'))
    await tab.page.focus('[data-tour=review]')
    await tab.page.keyboard.press('Enter')
    await isOnHeading(tab, 'Balls #2')
    await tab.page.waitForSelector('aside [data-tour=merge]:enabled')
    await tab.page.focus('aside [data-tour=merge]')
    await tab.page.keyboard.press('Enter')
    await tab.reads('Its changes are live.')
    await isOnHeading(tab, 'Balls #2')
    // A page that is chosen in the tree is where its reader goes on.
    await tab.goto(`/s/${spaceId}`)
    await tab.sees('heading', 'Start')
    await tab.page.focus('nav[aria-label=Pages] li:nth-child(2) a')
    await tab.page.keyboard.press('Enter')
    await isOnHeading(tab, 'Balls')
    await leave(tab)
  })

  test('the page beside the text in the editor has the description that its site shows', async () => {
    const { spaceId } = await createSpace('Descriptions')
    const page = await draftPage(spaceId, 'Axles', 'Turn.\n')
    const set = (fields: object) =>
      users.made('updateChangeRequestContent', page, {
        changes: [{ operation: 'update_page', page: page.pageId, ...fields }],
      })
    await set({ description: 'What wheels turn on.' })
    const tab = await users.open()
    await edit(tab, page)
    await tab.page.waitForSelector('section[aria-label=Preview] ::-p-text(What wheels turn on.)')
    await set({ layout: { description: false } })
    await edit(tab, page)
    await tab.page.waitForSelector('section[aria-label=Preview] ::-p-text(Turn.)')
    const preview = await tab.page.$eval('section[aria-label=Preview]', ({ textContent }) => textContent)
    expect(preview).not.toContain('What wheels turn on.')
    await tab.page.close()
  })
}

/** Resolves when the focus is on the main heading, which reads like this. */
const isOnHeading = (tab: ConsolePage, text: string) =>
  tab.page.waitForFunction(
    `document.activeElement.matches('h1') && document.activeElement.innerText.trim() === ${JSON.stringify(text)}`,
  )
