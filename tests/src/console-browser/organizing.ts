import { expect, test } from '@jest/globals'
import { grace, users } from './cast.ts'
import { createSpace, draft, lead, merge } from './spaces.fixture.ts'

/** Works on spaces, their files and change requests, by the rights that were given; every list follows at once. */
export function organizing() {
  test('a merge is seen at once in the files of the space', async () => {
    const { spaceId, file } = await createSpace('Drawings')
    const changeRequestId = await draft(spaceId, 'No plan', { operation: 'delete_file', file })
    await grace.goto(`/s/${spaceId}/files`)
    await grace.sees('button', 'Actions for plan.txt')
    await lead(`/s/${spaceId}/changes/${changeRequestId}`)
    await grace.click('button', 'Merge')
    await grace.reads('This change request is merged. Its changes are live.')
    await lead(`/s/${spaceId}/files`)
    await grace.reads('The space has no files.')
  })

  test('a deletion of a file that is refused leaves no draft', async () => {
    const { spaceId, file } = await createSpace('Sketches')
    await grace.goto(`/s/${spaceId}/files`)
    await grace.sees('button', 'Actions for plan.txt')
    await merge(spaceId, await draft(spaceId, 'No plan', { operation: 'delete_file', file }))
    await grace.click('button', 'Actions for plan.txt')
    await grace.click('menuitem', 'Delete …')
    await grace.click('button', 'Propose the deletion')
    await grace.page.waitForSelector('[role=dialog] [role=alert]')
    const { items } = await users.made('listChangeRequestsForSpace', { spaceId }, undefined, { status: 'draft' })
    expect(items).toEqual([])
  })

  test('a review is asked of people who see the space, and opens the draft in every list', async () => {
    const { spaceId } = await createSpace('Vault')
    await restrict(spaceId, 'create')
    await addBob()
    const page = { operation: 'insert_page', title: 'Keys', document: { markdown: 'Turn.\n' } }
    const changeRequestId = await draft(spaceId, 'Keys', page)
    await grace.goto(`/s/${spaceId}/changes`)
    await grace.sees('heading', 'No open change requests')
    await lead(`/s/${spaceId}/changes/${changeRequestId}`)
    await grace.click('button', 'Ask for a review')
    await grace.page.waitForFunction(`document.querySelectorAll('[role=dialog] li').length === 1`)
    await grace.reads('Ada')
    await grace.clickOn('[role=dialog] li input')
    await grace.clickOn('[role=dialog] button[type=submit]')
    await grace.reads('Asked')
    await lead(`/s/${spaceId}/changes`)
    await grace.page.waitForSelector('main ::-p-text(Keys)')
    await grace.page.waitForFunction(`/Change requests\\s*1/.test(document.querySelector('header nav').innerText)`)
  })

  test('who may not know who sees a space is told who does not', async () => {
    const { spaceId } = await createSpace('Safe')
    await restrict(spaceId, 'review')
    const page = { operation: 'insert_page', title: 'Locks', document: { markdown: 'Turn.\n' } }
    const changeRequestId = await draft(spaceId, 'Locks', page)
    await grace.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    await grace.click('button', 'Ask for a review')
    for (const name of ['Ada', 'bob@example.com'])
      await grace.clickOn(`[role=dialog] ::-p-xpath(//label[contains(., "${name}")]/input)`)
    await grace.clickOn('[role=dialog] button[type=submit]')
    await grace.reads('bob@example.com does not see this space.')
    await grace.click('button', 'Cancel')
    await grace.page.waitForFunction(`document.activeElement.ariaLabel === 'Ask for a review'`)
  })

  test('a space that is renamed or deleted is so among the favourites', async () => {
    const { spaceId } = await createSpace('Phoenix')
    await users.made('inviteToSpace', { spaceId }, { role: 'admin', users: [users.grace] })
    await grace.goto(`/s/${spaceId}`)
    await grace.click('button', 'Add to favourites')
    const favorites = (text: string) =>
      grace.page.waitForFunction(
        `(document.querySelector('nav[aria-label=Favourites]')?.innerText ?? '').trim() === ${JSON.stringify(text)}`,
      )
    await favorites('Favourites\nPhoenix')
    await lead(`/s/${spaceId}/settings`)
    await grace.fill('Title', 'Firebird')
    await grace.click('button', 'Save')
    await favorites('Favourites\nFirebird')
    await grace.click('button', 'Delete the space')
    await grace.clickOn('[role=dialog] ::-p-aria([name="Delete the space"][role="button"])')
    await grace.sees('heading', 'Acme')
    await favorites('')
    await grace.page.waitForFunction(`!document.querySelector('main').innerText.includes('Firebird')`)
  })

  test('whoever may create in one collection creates and sorts spaces there, and nowhere else', async () => {
    const { id: collectionId } = await users.made('createCollection', {}, { title: 'Guides' })
    await users.made('createCollection', {}, { title: 'Manuals' })
    await users.made('inviteToCollection', { collectionId }, { role: 'create', users: [users.grace] })
    await users.made('createSpace', {}, { title: 'Loops', parent: collectionId })
    await grace.goto(`/o/${users.organizationId}`)
    await grace.click('button', 'New space or collection')
    await grace.sees('combobox', 'In collection')
    const offered = '[role=dialog] label + select option'
    expect(await grace.page.$$eval(offered, (all) => all.map(({ textContent }) => textContent))).toEqual([
      'Space',
      'Collection',
      'Guides',
    ])
    await grace.fill('Title', 'Knots')
    await grace.click('button', 'Create')
    await grace.sees('link', 'Knots')
    await grace.page.focus('nav[aria-label=Spaces] a:has([title=Knots])')
    await grace.page.keyboard.down('Alt')
    await grace.page.keyboard.press('ArrowUp')
    await grace.page.keyboard.up('Alt')
    await grace.reads('“Knots” is now before “Loops”.')
    await grace.page.waitForSelector('nav[aria-label=Spaces] li:has(> * [title=Knots]) + li:has(> * [title=Loops])')
    const { items } = await users.made('listSpacesInCollectionById', { collectionId })
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['Knots', 'Loops'])
    // The handle is the only part of a row that is not named.
    const movable = '[data-sortable]:has(> span[aria-hidden])'
    expect(await grace.page.$$eval(movable, (all) => all.map(({ textContent }) => textContent))).toEqual([
      'Knots',
      'Loops',
      // Given to her above, with the same role.
      'Vault',
    ])
  })
}

/** Closes a space to all members but Grace, who gets a level on it. */
async function restrict(spaceId: string, level: string) {
  await users.made('inviteToSpace', { spaceId }, { role: level, users: [users.grace] })
  await users.made('updateSpaceById', { spaceId }, { defaultLevel: null })
}

/** Makes Bob a member, who is named by his address until he comes by himself. */
async function addBob() {
  await users.world.person('bob@example.com', 'Bob')
  await users.made('inviteUsersToOrganization', {}, { emails: ['bob@example.com'], role: 'read' })
}
