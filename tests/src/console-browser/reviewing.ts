import { expect, test } from '@jest/globals'
import { users } from './cast.ts'
import { createSpace, draft, merge } from './spaces.fixture.ts'

const changesOnPage = 100

/** Sees everything that a change request changes. */
export function reviewing() {
  test('all changes of a large change request can be seen before it is merged', async () => {
    const { spaceId } = await createSpace('Library')
    const insert = (number: number) => ({ operation: 'insert_page', title: `Volume ${number}`, document: {} })
    const changeRequestId = await draft(spaceId, 'All volumes', insert(1))
    const params = { spaceId, changeRequestId }
    for (let from = 2; from <= changesOnPage + 1; from += 50) {
      const changes = Array.from({ length: Math.min(50, changesOnPage + 2 - from) }, (_, at) => insert(from + at))
      await users.made('updateChangeRequestContent', params, { changes })
    }
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    await tab.sees('button', `Changes (${changesOnPage + 1})`)
    await tab.reads('1 more change is not shown yet.')
    expect(await tab.page.evaluate('document.body.innerText')).not.toContain(`Volume ${changesOnPage + 1}`)
    await tab.click('button', 'Show more')
    await tab.sees('heading', `Volume ${changesOnPage + 1}`)
    await tab.page.waitForFunction(`!document.body.innerText.includes('not shown yet')`)
    await tab.page.close()
  })

  test('the text of a reusable content is compared word by word, and its title beside it', async () => {
    const { spaceId } = await createSpace('Prices')
    const text = { title: 'Price', document: { markdown: 'It costs 10 crowns.\n' } }
    await merge(spaceId, await draft(spaceId, 'Price', { operation: 'insert_reusable_content', ...text }))
    const [{ id }] = (await users.made('getCurrentRevision', { spaceId })).reusableContents
    const changeRequestId = await draft(spaceId, 'Dearer', {
      operation: 'update_reusable_content',
      reusableContent: id,
      title: 'New price',
      document: { markdown: 'It costs 12 crowns.\n' },
    })
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    await tab.sees('heading', 'New price')
    for (const [part, text] of [
      ['main del', '10'],
      ['main ins', '12'],
      ['main dl del', 'Price'],
    ])
      await tab.page.waitForFunction(
        `[...document.querySelectorAll('${part}')].some(({ textContent }) => textContent.includes('${text}'))`,
      )
    await tab.page.close()
  })
}
