import { expect, test } from '@jest/globals'
import { takeOption } from '../console/take-option.ts'
import { grace, hold, isSaved, saves, users } from './cast.ts'
import { draftPage, edit, rewrite, textOf, typeAfter } from './writers.fixture.ts'

/** Changes pages of the space, and reviews and merges the changes. */
export function editing() {
  test('a page is edited beside what it will be, saved by itself, reviewed word by word, and merged', async () => {
    await grace.goto(`/s/${users.spaceId}`)
    await grace.click('button', 'Edit')
    await grace.click('textbox', 'Text of the page, in markdown')
    await grace.page.keyboard.down('Control')
    await grace.page.keyboard.press('End')
    await grace.page.keyboard.up('Control')
    await grace.page.keyboard.type('Wipe it dry. See [[Cra')
    await takeOption(grace.page, 'Cranks')
    await grace.page.waitForFunction(
      `document.querySelector('section .text')?.textContent.includes('Wipe it dry. See Cranks')`,
    )
    await grace.page.waitForFunction(
      `[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === 'Saved')`,
    )
    // A picture that is too large for the change itself is uploaded.
    await grace.page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['\\x89PNG', new Uint8Array(2 ** 21)], 'plan.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('.cm-content').dispatchEvent(paste)
    }`)
    await grace.page.waitForFunction(`document.querySelector('section .text img[alt="plan.png"]')`)
    await grace.page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'x'.repeat(256001))
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('.cm-content').dispatchEvent(paste)
    }`)
    await grace.reads('This page cannot be saved as it is:')
    await grace.reads('256000')
    await grace.page.keyboard.down('Control')
    await grace.page.keyboard.press('z')
    await grace.page.keyboard.up('Control')
    await grace.page.waitForFunction(
      `[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === 'Saved')`,
    )
    await grace.fill('Title of the page', '')
    await grace.click('link', 'Review changes')
    await grace.sees('heading', 'Springs')
    await grace.reads('Wipe it dry.')
    await grace.fill('Say why, if you like …', 'Well said')
    await grace.click('button', 'Approve')
    await grace.reads('Approved')
    await grace.click('button', 'Merge')
    await grace.reads('This change request is merged. Its changes are live.')
    await grace.click('link', 'Pages')
    await grace.reads('Wipe it dry.')
  })

  test('a conflict shows both sides, and a merge follows the choice', async () => {
    const { made, spaceId } = users
    const { pages } = await made('listPages', { spaceId })
    const page = pages.find(({ title }: { title: string }) => title === 'Cranks').id
    const change = async (markdown: string) => {
      const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: markdown })
      const changes = [{ operation: 'update_page', page, document: { markdown } }]
      await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
      return changeRequestId
    }
    const [ours, theirs] = [await change('Turn it left.\n'), await change('Turn it right.\n')]
    await made('mergeChangeRequest', { spaceId, changeRequestId: theirs })
    await grace.goto(`/s/${spaceId}/changes/${ours}`)
    await grace.click('button', 'Merge')
    await grace.sees('heading', '1 conflict')
    await grace.click('radio', 'This change request Turn it left.')
    await grace.click('button', 'Use the chosen sides')
    await grace.page.waitForFunction(`!document.getElementById('conflicts')`)
    await grace.click('button', 'Merge')
    await grace.reads('Its changes are live.')
    expect(
      (await made('getPageById', { spaceId, pageId: page }, undefined, { format: 'markdown' })).markdown.trim(),
    ).toBe('Turn it left.')
  })

  test('a page of a change request gets another place by keys, settings, and is restored when it was deleted', async () => {
    const { made, spaceId } = users
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Order' })
    await grace.goto(`/s/${spaceId}/changes/${changeRequestId}/p`)
    await grace.clickOn('nav ::-p-aria([name="Cranks"][role="link"])')
    await grace.sees('heading', 'Edit Cranks')
    await grace.page.focus('nav[aria-label=Pages] a[aria-current=page]')
    await grace.page.keyboard.down('Alt')
    await grace.page.keyboard.press('ArrowUp')
    await grace.page.keyboard.up('Alt')
    await grace.reads('“Cranks” is now before “Springs”.')
    await grace.click('button', 'Actions for Cranks')
    await grace.click('menuitem', 'Settings of the page')
    await grace.fill('Description', 'Left, and on.')
    // The form overwrites nothing that others change meanwhile.
    const { pages: before } = await made('listPagesInChangeRequest', { spaceId, changeRequestId })
    const page = before.find(({ title }: { title: string }) => title === 'Cranks').id
    const changes = [{ operation: 'update_page', page, title: 'Crank' }]
    await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
    await grace.click('button', 'Save')
    await grace.page.waitForFunction(`!document.querySelector('[role=dialog]')`)
    await grace.click('button', 'Actions for Springs')
    await grace.click('menuitem', 'Delete the page')
    await grace.page.waitForFunction(`document.querySelectorAll('nav li a[href*="/p/"]').length === 1`)
    await grace.click('link', 'Review changes')
    await grace.click('button', 'Restore Springs')
    await grace.page.waitForFunction(`!document.body.innerText.includes('Restore Springs')`)
    const { pages } = await made('listPagesInChangeRequest', { spaceId, changeRequestId })
    expect(pages.map(({ title, description }: Record<string, string>) => [title, description])).toEqual([
      ['Springs', undefined],
      ['Crank', 'Left, and on.'],
    ])
  })

  /** Opens the text of a new page in a change request; returns where it is. */
  async function editNewPage(title: string, markdown: string) {
    const edited = await draftPage(users.spaceId, title, markdown)
    await edit(grace, edited)
    return edited
  }

  test('what was typed last before the editor is left is part of what is merged: nobody decides while it is being saved', async () => {
    const edited = await editNewPage('Chainrings', 'Count the teeth.\n')
    const { page } = grace
    const save = await hold(grace, (request) => saves(request, 'Twice'))
    await typeAfter(grace, 'Count the teeth.', ' Twice.')
    await grace.click('link', 'Review changes')
    await save.first
    await grace.sees('heading', 'Chainrings')
    const enabled = () =>
      page.$$eval('aside button', (buttons) =>
        buttons.filter((button) => !button.disabled).map(({ textContent }) => textContent),
      )
    for (const decision of ['Merge', 'Approve', 'Request changes']) expect(await enabled()).not.toContain(decision)
    await save.end()
    await grace.click('button', 'Merge')
    await grace.reads('Its changes are live.')
    expect(await textOf(edited)).toBe('Count the teeth. Twice.\n')
  })

  test('a mention stands in the text by its name, for keys as one character, and is saved as it was', async () => {
    const edited = await editNewPage('Levers', 'Ask now.\n')
    const { page } = grace
    await grace.clickOn('.cm-line ::-p-text(Ask now.)')
    await page.keyboard.press('End')
    await page.keyboard.type(' Also @Ad')
    const isMentionSaved = isSaved('mention')
    await takeOption(page, 'Ada')
    await page.waitForFunction(`document.querySelector('.cm-mention')?.textContent === 'Mention: Ada'`)
    expect(await page.$eval('.cm-content', ({ textContent }) => textContent)).not.toContain('/users/')
    await isMentionSaved
    expect(await textOf(edited)).toMatch(/^Ask now\. Also \[Ada\]\(\/users\/\w+ "mention"\)\n$/)
    await page.keyboard.press('Backspace')
    await page.waitForFunction(`document.querySelector('.cm-content').textContent.trim() === 'Ask now. Also'`)
  })

  test('the preview follows the text, and stays where its reader scrolls it until somebody goes on in the text', async () => {
    const parts = Array.from({ length: 40 }, (_, at) => `## Part ${at}\n\n${'Oil it. '.repeat(60)}\n`)
    const edited = await editNewPage('Manual', parts.join('\n'))
    const { page } = grace
    const preview = 'document.querySelector(\'section[aria-label="Preview"]\')'
    /** Resolves when a heading is between the edges of the preview. */
    const shows = (title: string) =>
      page.waitForFunction(`(() => {
        const { top, bottom } = ${preview}.getBoundingClientRect()
        const heading = [...${preview}.querySelectorAll('h2')].find(({ textContent }) => textContent === '${title}')
        const at = heading?.getBoundingClientRect().top
        return at > top - 100 && at < bottom
      })()`)
    await shows('Part 0')
    await grace.clickOn('.cm-content')
    await page.keyboard.down('Control')
    await page.keyboard.press('End')
    await page.keyboard.up('Control')
    await shows('Part 39')
    const { x = 0, y = 0 } = (await (await page.$('section[aria-label="Preview"]'))?.boundingBox()) ?? {}
    await page.mouse.move(x + 100, y + 200)
    await page.mouse.wheel({ deltaY: -100_000 })
    await shows('Part 0')
    // The preview shows what others write, and stays where its reader is.
    await rewrite(edited, parts.join('\n').replace('Part 0', 'First part'))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await shows('First part')
    expect(await page.evaluate(`${preview}.scrollTop`)).toBe(0)
    await page.keyboard.press('ArrowUp')
    await shows('Part 39')
    await page.mouse.move(x - 200, y + 200)
    await page.mouse.wheel({ deltaY: -100_000 })
    await shows('First part')
  })
}
