import { expect, test } from '@jest/globals'
import { hold, users } from '../console-browser/cast.ts'
import { createSpace } from '../console-browser/spaces.fixture.ts'
import { draftPage, edit, rewrite, textOf } from '../console-browser/writers.fixture.ts'

/** Takes back what was done while writing. */
export function undoing() {
  let spaceId: string

  test('undoing the deletion of a page brings back what others had written into it until then, and is offered at once', async () => {
    ;({ spaceId } = await createSpace('Undone'))
    const page = await draftPage(spaceId, 'Spokes', 'Count them.\n')
    const tab = await users.open()
    const { pages } = await users.made('listPagesInChangeRequest', page)
    await edit(tab, { ...page, pageId: pages[0].id })
    // The deletion, and then the tree that is loaded after it.
    const held = await hold(
      tab,
      (request) => Boolean(request.postData()?.includes('delete_page')) || request.url().includes('/content/pages'),
    )
    await tab.click('button', 'Actions for Spokes')
    await tab.click('menuitem', 'Delete the page')
    const deletion = await held.first
    await rewrite(page, 'Count them twice.\n')
    await deletion.continue()
    await tab.reads('“Spokes” is deleted.')
    await held.end(async (request) => {
      if (request !== deletion) await request.continue()
    })
    await tab.click('button', 'Undo')
    await tab.sees('button', 'Actions for Spokes')
    expect(await textOf(page)).toBe('Count them twice.\n')
    await tab.page.close()
  })

  test('an upload into a page is cancelled: nothing is inserted, and nothing is said to have failed', async () => {
    const page = await draftPage(spaceId, 'Rims', 'Look.\n')
    const tab = await users.open()
    await edit(tab, page)
    const upload = await hold(tab, (request) => request.url().includes('/content?'))
    await tab.page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['\\x89PNG'], 'rim.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('.cm-content').dispatchEvent(paste)
    }`)
    await upload.first
    await tab.click('button', 'Cancel the upload')
    await tab.page.waitForFunction(`!document.body.innerText.includes('rim.png')`)
    await upload.end(async () => undefined)
    expect(await textOf(page)).toBe('Look.\n')
    await tab.page.close()
  })
}
