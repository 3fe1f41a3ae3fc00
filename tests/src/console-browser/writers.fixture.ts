import type { ConsolePage } from '../console/console-users.ts'
import { users } from './cast.ts'
import { draft } from './spaces.fixture.ts'

interface EditedPage {
  spaceId: string
  changeRequestId: string
  pageId: string
}

/** Begins a change request with a new page, as Ada. */
export async function draftPage(spaceId: string, title: string, markdown: string): Promise<EditedPage> {
  const changeRequestId = await draft(spaceId, title, { operation: 'insert_page', title, document: { markdown } })
  const { pages } = await users.made('listPagesInChangeRequest', { spaceId, changeRequestId })
  return { spaceId, changeRequestId, pageId: pages.find((page: { title: string }) => page.title === title).id }
}

/** Leads a tab to the editor of a page. */
export async function edit(tab: ConsolePage, { spaceId, changeRequestId, pageId }: EditedPage) {
  await tab.goto(`/s/${spaceId}/changes/${changeRequestId}/p/${pageId}`)
  await tab.page.waitForSelector('.cm-content')
}

/** Opens a tab in which Grace edits a new page, in a change request that Ada has begun. */
export async function openWriter(spaceId: string, title: string, markdown: string) {
  const page = await draftPage(spaceId, title, markdown)
  const tab = await users.open()
  await edit(tab, page)
  return { tab, page }
}

/** Replaces the text of a page, as Ada. */
export const rewrite = ({ pageId: page, ...params }: EditedPage, markdown: string) =>
  users.made('updateChangeRequestContent', params, {
    changes: [{ operation: 'update_page', page, document: { markdown } }],
  })

/** Types at the end of a line, in one piece: a pause between two keys would save a part of it. */
export async function typeAfter({ page, clickOn }: ConsolePage, line: string, typed: string) {
  await clickOn(`.cm-line ::-p-text(${line})`)
  await page.keyboard.press('End')
  await page.keyboard.sendCharacter(typed)
}

/** Returns the text of a page as the service has it. */
export const textOf = async (page: EditedPage): Promise<string> =>
  (await users.made('getPageInChangeRequestById', page, undefined, { format: 'markdown' })).markdown

/** Returns the page that a tab edits. */
export async function editedIn(tab: ConsolePage): Promise<EditedPage> {
  const [, , spaceId = '', , changeRequestId = '', , pageId = ''] = (await tab.path()).split('/')
  return { spaceId, changeRequestId, pageId }
}
