import { expect, test } from '@jest/globals'
import { grace, users } from './cast.ts'

/** Decides about what live content and change request have differently. */
export function conflicts() {
  test('a page that the live content deleted and the change request edited goes or stays as somebody chooses', async () => {
    const { made, spaceId } = users
    const write = async (subject: string, changes: object[]) => {
      const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject })
      await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
      return changeRequestId
    }
    const merge = (changeRequestId: string) => made('mergeChangeRequest', { spaceId, changeRequestId })
    const titles = ['Rack', 'Rail']
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'First.\n' } })
    await merge(await write('Racks', titles.map(insert)))
    const pages = async (): Promise<{ id: string; title: string }[]> => (await made('listPages', { spaceId })).pages
    const ids = (await pages()).filter(({ title }) => titles.includes(title)).map(({ id }) => id)
    const edited = await write(
      'Edited',
      ids.map((page) => ({ operation: 'update_page', page, document: { markdown: 'Second.\n' } })),
    )
    await merge(
      await write(
        'Deleted',
        ids.map((page) => ({ operation: 'delete_page', page })),
      ),
    )
    await grace.goto(`/s/${spaceId}/changes/${edited}`)
    await grace.click('button', 'Merge')
    await grace.sees('heading', '2 conflicts')
    const choose = (title: string, side: string) =>
      grace.page
        .locator(`::-p-xpath(//article[h3="${title}"]//label[contains(., "${side}")])`)
        .click()
        .then(() => grace.page.locator(`::-p-xpath(//article[h3="${title}"]//button)`).click())
    await choose('Rack', 'Live content')
    await grace.sees('heading', '1 conflict')
    await choose('Rail', 'This change request')
    await grace.page.waitForFunction(`!document.getElementById('conflicts')`)
    await grace.click('button', 'Merge')
    await grace.reads('Its changes are live.')
    expect((await pages()).map(({ title }) => title).filter((title) => titles.includes(title))).toEqual(['Rail'])
  })
}
