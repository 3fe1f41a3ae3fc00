import { expect, test } from '@jest/globals'
import { hold, users } from './cast.ts'
import { createSpace, draft, merge } from './spaces.fixture.ts'
import { editedIn, openWriter, textOf, typeAfter } from './writers.fixture.ts'

/** Writes pages that can no longer be saved where they are, or not yet. */
export function endedPages() {
  let spaceId: string

  test('what is typed after somebody else has merged the change request goes into a new one', async () => {
    ;({ spaceId } = await createSpace('Endings'))
    const { tab, page } = await openWriter(spaceId, 'Pedals', 'Grip.\n')
    await merge(spaceId, page.changeRequestId)
    await typeAfter(tab, 'Grip.', ' Turn.')
    await tab.reads('The change request was merged before the text that you typed last was saved.')
    await tab.sees('textbox', 'Text that is not saved')
    await tab.click('button', 'Put it into a new change request')
    await tab.page.waitForSelector('.cm-line ::-p-text(Grip. Turn.)')
    const edited = await editedIn(tab)
    expect([edited.pageId, edited.changeRequestId === page.changeRequestId]).toEqual([page.pageId, false])
    expect(await textOf(edited)).toBe('Grip. Turn.\n')
    // The closed change request has nothing left to rescue.
    await tab.goto(`/s/${spaceId}/changes/${page.changeRequestId}/p/${page.pageId}`)
    await tab.reads('This change request is merged.')
    await tab.sees('heading', 'Pedals')
    expect(await tab.page.$('textarea')).toBeNull()
    await tab.page.close()
  })

  test('an archived change request keeps what was typed for whoever comes back, with the page that it alone has', async () => {
    const { tab, page } = await openWriter(spaceId, 'Saddles', 'Sit.\n')
    await users.made('updateChangeRequestById', page, { status: 'archived' })
    await typeAfter(tab, 'Sit.', ' Stand.')
    await tab.reads('This change request is archived.')
    await tab.page.reload()
    await tab.sees('textbox', 'Text that is not saved')
    await tab.click('button', 'Put it into a new change request')
    await tab.sees('heading', 'Edit Saddles')
    const edited = await editedIn(tab)
    expect(edited.pageId).not.toBe(page.pageId)
    expect(await textOf(edited)).toBe('Sit. Stand.\n')
    await tab.page.close()
  })

  test('what is typed in a page that somebody else deletes is shown, and becomes a new page', async () => {
    const { tab, page } = await openWriter(spaceId, 'Bells', 'Ring.\n')
    const deletion = { changes: [{ operation: 'delete_page', page: page.pageId }] }
    await users.made('updateChangeRequestContent', page, deletion)
    await typeAfter(tab, 'Ring.', ' Listen.')
    await tab.sees('heading', 'This page was deleted')
    await tab.reads('The page was deleted before the text that you typed last was saved.')
    await tab.sees('button', 'Copy: Text that is not saved')
    await tab.click('button', 'Put it into a new page')
    await tab.sees('heading', 'Edit Bells')
    const edited = await editedIn(tab)
    expect(edited.changeRequestId).toBe(page.changeRequestId)
    expect(await textOf(edited)).toBe('Ring. Listen.\n')
    // Who only reads the page finds out too, and is led on.
    const again = { changes: [{ operation: 'delete_page', page: edited.pageId }] }
    await users.made('updateChangeRequestContent', edited, again)
    await tab.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await tab.sees('heading', 'This page was deleted')
    await tab.click('link', 'Go to the first page')
    await tab.sees('heading', 'Edit Start')
    await tab.page.close()
  })

  test('who deletes the open page goes on with the one beside it', async () => {
    const { tab } = await openWriter(spaceId, 'Locks', 'Lock it.\n')
    await tab.click('button', 'Actions for Locks')
    await tab.click('menuitem', 'Delete the page')
    await tab.sees('heading', 'Edit Pedals')
    await tab.page.close()
  })

  test('one button begins the first page of a space, which is named by what is typed at once', async () => {
    const { id } = await users.made('createSpace', {}, { title: 'Blank' })
    const tab = await users.open()
    await tab.goto(`/s/${id}`)
    await tab.click('button', 'Write the first page')
    await tab.page.waitForSelector('input[aria-label="Title of the page"]:focus')
    await tab.page.keyboard.type('Bolts')
    await tab.sees('heading', 'Edit Bolts')
    expect((await users.made('getChangeRequestById', await editedIn(tab))).subject).toBe('First page')
    // A person who has begun the first page goes on with it.
    await tab.goto(`/s/${id}`)
    await tab.clickOn('main [data-tour=edit]:enabled')
    await tab.sees('menuitem', 'Draft #1 First page')
    await tab.page.close()
  })

  test('a change request is created once its list is known, and takes in a page that went live after it', async () => {
    const tab = await users.open()
    const isList = await hold(tab, (request) => request.method() === 'GET' && request.url().includes('status=draft'))
    await tab.goto(`/s/${spaceId}`)
    await isList.first
    await tab.page.waitForSelector('[data-tour=edit][aria-busy=true]:disabled')
    await isList.end()
    const isCreated = await hold(
      tab,
      (request) => request.method() === 'POST' && request.url().endsWith('/change-requests'),
    )
    await tab.clickOn('[data-tour=edit]:enabled')
    await tab.click('menuitem', 'New change request')
    await isCreated.first
    await isCreated.end((request) => request.respond({ status: 503, body: '{}' }))
    await tab.reads('The server is busy right now.')
    await tab.click('button', 'Edit')
    await tab.click('menuitem', 'New change request')
    await tab.page.waitForSelector('.cm-content')
    const { changeRequestId } = await editedIn(tab)
    await users.made('updateChangeRequestById', { spaceId, changeRequestId }, { subject: 'Older' })
    const page = { operation: 'insert_page', title: 'Lamps', document: { markdown: 'Shine.\n' } }
    await merge(spaceId, await draft(spaceId, 'Lamps', page))
    const { pages } = await users.made('listPages', { spaceId })
    const { id } = pages.find(({ title }: { title: string }) => title === 'Lamps')
    await tab.goto(`/s/${spaceId}/p/${id}`)
    await tab.click('button', 'Edit')
    await tab.clickOn('[role=menuitem] ::-p-text(Older)')
    await tab.sees('heading', 'This change request does not have that page yet')
    await tab.sees('link', 'Go to the first page')
    await tab.click('button', 'Update')
    await tab.sees('heading', 'Edit Lamps')
    await tab.page.waitForSelector('.cm-line ::-p-text(Shine.)')
    await tab.page.close()
  })
}
