import { expect, test } from '@jest/globals'
import type { ConsolePage } from '../console/console-users.ts'
import { users } from './cast.ts'
import { createSpace, draft, merge } from './spaces.fixture.ts'
import { editedIn } from './writers.fixture.ts'

/** Brings pages back that were deleted, in a change request or live. */
export function restoring() {
  test('a page whose deletion is live says so at its address, and comes back in a change request with what lay below', async () => {
    const { spaceId, ids, deletion } = await deletedChapter('Chapters')
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/p/${ids.Chapter}`)
    await tab.sees('heading', '“Chapter” was deleted')
    await tab.click('link', 'Read its last version')
    await tab.reads('Once upon a time.')
    await tab.click('button', 'Restore this page')
    await tab.sees('heading', 'Edit Chapter')
    await tab.page.waitForSelector('.cm-line ::-p-text(Once upon a time.)')
    const edited = await editedIn(tab)
    expect(edited.pageId).toBe(ids.Chapter)
    expect((await users.made('getChangeRequestById', edited)).subject).toBe('Restore “Chapter”')
    expect(await outlineOf(edited)).toEqual([['Start'], ['Chapter', 'Scene'], ['End']])
    // The merged change request, and the comparison of versions, offer the same until the page is live again.
    await tab.goto(`/s/${spaceId}/changes/${deletion}`)
    await restoreIn(tab, 'Scene')
    await tab.sees('heading', 'Edit Scene')
    await tab.goto(`/s/${spaceId}/history`)
    for (const subject of ['Deleted', 'Written']) await tab.click('checkbox', `Compare the version after “${subject}”`)
    await tab.click('link', 'Compare')
    await restoreIn(tab, 'Chapter')
    await tab.sees('heading', 'Edit Chapter')
    await merge(spaceId, (await editedIn(tab)).changeRequestId)
    await tab.goto(`/s/${spaceId}/changes/${deletion}`)
    await tab.sees('heading', 'Chapter')
    await restoresNothing(tab, spaceId)
    await tab.page.close()
  })

  test('who only reads a space is told that a page was deleted, and restores nothing; a wrong address is not found', async () => {
    const { spaceId, ids } = await deletedChapter('Read only')
    await users.made('inviteToSpace', { spaceId }, { role: 'read', users: [users.grace] })
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/p/${ids.Chapter}`)
    await tab.sees('heading', '“Chapter” was deleted')
    await tab.click('link', 'Read its last version')
    await tab.reads('You read an earlier version of this space.')
    await restoresNothing(tab, spaceId)
    await tab.goto(`/s/${spaceId}/p/AAAAAAAAAAAAAAAAAAAA`)
    await tab.sees('heading', 'Not found')
    await tab.page.close()
  })

  test('a change request that is opened at a page whose deletion is live restores it there', async () => {
    const { spaceId, ids } = await deletedChapter('Letters')
    const changeRequestId = await draft(spaceId, 'Later', insert('Later', ''))
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/changes/${changeRequestId}/p/${ids.Chapter}`)
    await tab.reads('It was deleted from the space.')
    await tab.click('button', 'Restore Chapter')
    await tab.sees('heading', 'Edit Chapter')
    await tab.page.waitForSelector('.cm-line ::-p-text(Once upon a time.)')
    await tab.page.close()
  })

  test('a deletion in the editor is announced and undone: the page is open again in its place, with what lay below', async () => {
    const { spaceId } = await createSpace('Second thoughts')
    const changeRequestId = await draftChapter(spaceId)
    const edited = { spaceId, changeRequestId }
    const before = await outlineOf(edited)
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/changes/${changeRequestId}/p`)
    await tab.clickOn('nav ::-p-aria([name="Chapter"][role="link"])')
    await tab.sees('heading', 'Edit Chapter')
    await deletePage(tab, 'Chapter')
    await tab.page.waitForSelector('[role=status] ::-p-text(“Chapter” is deleted, with everything below it.)')
    await tab.sees('heading', 'Edit End')
    expect(await outlineOf(edited)).toEqual([['Start'], ['End']])
    await tab.click('button', 'Undo')
    await tab.sees('heading', 'Edit Chapter')
    await tab.page.waitForSelector('.cm-line ::-p-text(Once upon a time.)')
    await tab.page.waitForFunction(`!document.body.innerText.includes('is deleted')`)
    expect(await outlineOf(edited)).toEqual(before)
    // The focus goes on from the heading if the deleted page was not the open one.
    await deletePage(tab, 'End')
    await tab.reads('“End” is deleted.')
    await tab.page.waitForFunction(`document.activeElement.matches('h1')`)
    // The offer is there when no page is left, too.
    await deletePage(tab, 'Start')
    await tab.reads('“Start” is deleted.')
    // The offer comes before the tree is loaded again, and the focus after that.
    await tab.page.waitForFunction(`document.activeElement.matches('h1')`)
    await deletePage(tab, 'Chapter')
    await tab.sees('heading', 'There are no pages yet')
    await tab.click('button', 'Undo')
    await tab.sees('heading', 'Edit Chapter')
    expect(await outlineOf(edited)).toEqual([['Chapter', 'Scene']])
    await tab.page.close()
  })
}

const insert = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

/** Begins a change request with a chapter that has a scene, and an end. */
async function draftChapter(spaceId: string): Promise<string> {
  const pages = [insert('Chapter', 'Once upon a time.\n'), insert('End', 'Ever after.\n')]
  const changeRequestId = await draft(spaceId, 'Written', ...pages)
  const { changes } = await users.made('getChangeRequestChanges', { spaceId, changeRequestId })
  const into = changes.find(({ page }: { page: { title: string } }) => page.title === 'Chapter').page.id
  const scene = insert('Scene', 'It rained.\n', { into })
  await users.made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes: [scene] })
  return changeRequestId
}

/** Creates a space in which the deletion of a chapter with a scene is merged; returns its pages by their titles. */
async function deletedChapter(title: string) {
  const { spaceId } = await createSpace(title)
  await merge(spaceId, await draftChapter(spaceId))
  const { pages } = await users.made('listPages', { spaceId })
  const ids = Object.fromEntries(pages.map((one: { title: string; id: string }) => [one.title, one.id]))
  const deletion = await draft(spaceId, 'Deleted', { operation: 'delete_page', page: ids.Chapter })
  await merge(spaceId, deletion)
  return { spaceId, ids: ids as Record<string, string>, deletion }
}

interface PresentedPage {
  title: string
  pages: PresentedPage[]
}

/** Returns the title of each page at the top of a change request, with the titles of those below it. */
async function outlineOf({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string }) {
  const { pages } = await users.made('listPagesInChangeRequest', { spaceId, changeRequestId })
  return pages.map((one: PresentedPage) => [one.title, ...one.pages.map(({ title }) => title)])
}

/** Restores a page that a list of changes has. */
const restoreIn = (tab: ConsolePage, title: string) =>
  tab.clickOn(`::-p-xpath(//section[.//h2="${title}"]//button[.="Restore this page"])`)

/** Resolves once the live pages are known, if no page can be restored then. */
async function restoresNothing(tab: ConsolePage, spaceId: string) {
  await tab.page.waitForFunction(`performance.getEntriesByType('resource').some(
    ({ name, responseEnd }) => responseEnd > 0 && name.includes('/${spaceId}/content/pages'))`)
  await tab.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  expect(await tab.page.$('::-p-aria([name="Restore this page"])')).toBeNull()
}

async function deletePage(tab: ConsolePage, title: string) {
  await tab.click('button', `Actions for ${title}`)
  await tab.click('menuitem', 'Delete the page')
}
