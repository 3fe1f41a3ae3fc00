import type { HTTPRequest } from '@quire/browser'
import type { ConsolePage } from '../console/console-users.ts'
import { letThrough, users } from './cast.ts'
import { draft } from './spaces.fixture.ts'

interface EditedPage {
  spaceId: string
  changeRequestId: string
  pageId: string
}

/** Opens a tab in which Grace edits a new page, in a change request that Ada has begun. */
export async function openWriter(spaceId: string, title: string, markdown: string) {
  const changeRequestId = await draft(spaceId, title, { operation: 'insert_page', title, document: { markdown } })
  const { pages } = await users.made('listPagesInChangeRequest', { spaceId, changeRequestId })
  const pageId: string = pages.find((page: { title: string }) => page.title === title).id
  const tab = await users.open()
  await tab.goto(`/s/${spaceId}/changes/${changeRequestId}/p/${pageId}`)
  await tab.page.waitForSelector('.cm-content')
  return { tab, page: { spaceId, changeRequestId, pageId } }
}

/** Types at the end of a line, in one piece: a pause between two keys would save a part of it. */
export async function typeAfter({ page }: ConsolePage, line: string, typed: string) {
  await page.locator(`.cm-line ::-p-text(${line})`).click()
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

/** Holds the requests of a tab that match; `first` resolves with the first of them, `end` finishes them and lets the rest pass. */
export async function hold(tab: ConsolePage, matches: (request: HTTPRequest) => boolean) {
  const held: HTTPRequest[] = []
  const first = Promise.withResolvers<HTTPRequest>()
  const take = (request: HTTPRequest) => {
    if (!matches(request)) return void request.continue()
    held.push(request)
    first.resolve(request)
  }
  await tab.page.setRequestInterception(true)
  tab.page.on('request', take)
  return {
    first: first.promise,
    async end(finish = (request: HTTPRequest) => request.continue()) {
      for (const one of held) await finish(one)
      await letThrough(take, tab)
    },
  }
}
