import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import type { ConsolePage } from '../console/console-users.ts'
import { users } from '../console-browser/cast.ts'
import { createSpace, draft, merge } from '../console-browser/spaces.fixture.ts'
import { openWriter } from '../console-browser/writers.fixture.ts'
import type { Writer } from './writer.fixture.ts'

const picture = resolve(import.meta.dirname, '../../../docs/images/console-dark.png')

/** Sets the fields of pages besides their text, and makes the other entries of a tree. */
export function settingPages() {
  let writer: Writer

  test('an emoji is found by its name with keys alone, and stands beside the title in the tree and the preview', async () => {
    const { spaceId } = await createSpace('Signs')
    writer = await openWriter(spaceId, 'Wheels', 'Round.\n')
    const { tab, page } = writer
    await openSettings(tab, 'Wheels')
    await tab.click('button', 'Choose an icon')
    await tab.sees('searchbox', 'Find an icon')
    await tab.page.keyboard.type('rocket')
    await tab.page.waitForSelector('[role=group][aria-label=Emojis] button[aria-label=rocket]:only-child')
    await tab.page.keyboard.press('Tab')
    await tab.page.keyboard.press('Enter')
    await save(tab)
    expect(await users.made('getPageInChangeRequestById', page)).toMatchObject({ emoji: '1f680' })
    await tab.page.waitForSelector('nav a[aria-current=page] ::-p-text(🚀)')
    await tab.page.waitForSelector('section h2 ::-p-text(🚀)')
  })

  test('an icon takes the place of the emoji, and is drawn in the tree, in the preview, and in the page as it is read', async () => {
    const { tab, page } = writer
    await openSettings(tab, 'Wheels')
    await tab.click('button', 'Choose an icon')
    await tab.sees('searchbox', 'Find an icon')
    await tab.page.keyboard.type('bicycle')
    await tab.clickOn('[role=group][aria-label=Icons] button[aria-label=bicycle]')
    await save(tab)
    const saved = await users.made('getPageInChangeRequestById', page)
    expect([saved.emoji, saved.icon]).toEqual([undefined, 'bicycle'])
    await tab.page.waitForSelector('nav a[aria-current=page] svg')
    await tab.page.waitForSelector('section h2 svg')
    const first = (await users.made('listPages', page)).pages[0].id
    const change = { operation: 'update_page', page: first, icon: 'bicycle' }
    await merge(page.spaceId, await draft(page.spaceId, 'Icon', change))
    const reader = await users.open()
    await reader.goto(`/s/${page.spaceId}/p/${first}`)
    await reader.page.waitForSelector('h1 svg')
    await reader.page.close()
  })

  test('search engines, search, a condition and a cover for dark are set, and the preview shows the cover', async () => {
    const { tab, page } = writer
    await openSettings(tab, 'Wheels')
    await tab.click('checkbox', 'Leave the page out of search and answers')
    await tab.click('checkbox', 'Ask search engines to leave the page out')
    await tab.fill('Condition', 'visitor.claims.beta')
    await tab.choose(picture, 'Cover')
    await tab.reads('The page has a cover.')
    await tab.choose(picture, 'Cover for dark')
    await tab.reads('There is another cover for dark.')
    await save(tab)
    const fileRef = { kind: 'file' }
    expect(await users.made('getPageInChangeRequestById', page)).toMatchObject({
      noIndex: true,
      noRobotsIndex: true,
      condition: 'visitor.claims.beta',
      cover: { ref: fileRef, refDark: fileRef },
    })
    await tab.page.waitForSelector('section[aria-label=Preview] > img')
  })

  test('a group and a link are created in the tree, and the link gets another target', async () => {
    const { tab, page } = writer
    await tab.click('button', 'New group or link')
    await tab.click('menuitem', 'New group')
    await tab.fill('Title', 'Parts')
    await tab.click('button', 'Create')
    await tab.click('button', 'Actions for Parts')
    await tab.click('menuitem', 'New link below')
    await tab.fill('Title', 'Shop')
    await tab.fill('Target', 'https://shop.example/')
    await tab.click('button', 'Create')
    await tab.sees('button', 'Actions for Shop')
    // The page that was open stays open.
    await tab.sees('heading', 'Edit Wheels')
    await openSettings(tab, 'Shop')
    await tab.pick('Leads to', 'page')
    await tab.pick('Target', page.pageId)
    await save(tab)
    const { pages } = await users.made('listPagesInChangeRequest', page)
    expect(pages.at(-1)).toMatchObject({
      title: 'Parts',
      type: 'group',
      pages: [{ title: 'Shop', type: 'link', target: { kind: 'page', page: page.pageId } }],
    })
    await tab.page.close()
  })
}

async function openSettings(tab: ConsolePage, title: string) {
  await tab.click('button', `Actions for ${title}`)
  await tab.click('menuitem', 'Settings of the page')
  await tab.sees('dialog', 'Settings of the page')
  await tab.page.waitForSelector('[role=dialog] button[type=submit]:not([aria-busy])')
}

async function save(tab: ConsolePage) {
  await tab.clickOn('[role=dialog] button[type=submit]:enabled')
  await tab.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
}
