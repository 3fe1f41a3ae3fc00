import { expect, test } from '@jest/globals'
import { grace, users } from './cast.ts'
import { draft, merge } from './spaces.fixture.ts'

/** Decides about what live content and change request have differently. */
export function conflicts() {
  test('a page that the live content deleted and the change request edited goes or stays as somebody chooses', async () => {
    const { made, spaceId } = users
    const titles = ['Rack', 'Rail']
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'First.\n' } })
    await merge(spaceId, await draft(spaceId, 'Racks', ...titles.map(insert)))
    const pages = async (): Promise<{ id: string; title: string }[]> => (await made('listPages', { spaceId })).pages
    const ids = (await pages()).filter(({ title }) => titles.includes(title)).map(({ id }) => id)
    const update = (page: string) => ({ operation: 'update_page', page, document: { markdown: 'Second.\n' } })
    const edited = await draft(spaceId, 'Edited', ...ids.map(update))
    const remove = (page: string) => ({ operation: 'delete_page', page })
    await merge(spaceId, await draft(spaceId, 'Deleted', ...ids.map(remove)))
    await grace.goto(`/s/${spaceId}/changes/${edited}`)
    await grace.click('button', 'Merge')
    await grace.sees('heading', '2 conflicts')
    const asksForSides = 'Choose a side for each of them below'
    await grace.reads(asksForSides)
    const choose = (title: string, side: string) =>
      grace
        .clickOn(`::-p-xpath(//article[h3="${title}"]//label[contains(., "${side}")])`)
        .then(() => grace.clickOn(`::-p-xpath(//article[h3="${title}"]//button)`))
    await choose('Rack', 'Live content')
    await grace.sees('heading', '1 conflict')
    await choose('Rail', 'This change request')
    await grace.page.waitForFunction(`!document.getElementById('conflicts')`)
    await grace.page.waitForFunction(`!document.body.innerText.includes('${asksForSides}')`)
    await grace.click('button', 'Merge')
    await grace.reads('Its changes are live.')
    expect((await pages()).map(({ title }) => title).filter((title) => titles.includes(title))).toEqual(['Rail'])
  })
}
