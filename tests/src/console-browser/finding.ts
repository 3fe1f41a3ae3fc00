import { expect, test } from '@jest/globals'
import type { HTTPRequest } from '@quire/browser'
import { awaitedLater } from '../console/awaited-later.ts'
import type { ConsolePage } from '../console/console-users.ts'
import { answer, respond } from '../console/interception.ts'
import { hold, users } from './cast.ts'
import { createSpace, draft, merge } from './spaces.fixture.ts'

/** Opens the search of a tab, types, and waits for an entry. */
async function find(tab: ConsolePage, text: string, entry: string) {
  await tab.page.keyboard.down('Control')
  await tab.page.keyboard.press('k')
  await tab.page.keyboard.up('Control')
  await tab.sees('combobox', 'Search pages, or go to …')
  await tab.page.keyboard.type(text)
  await tab.sees('option', entry)
}

/** Does things by `Ctrl K`, and reads what could not be done or read. */
export function finding() {
  test('by keyboard alone somebody begins a change request of the open page, and chooses a theme', async () => {
    const { spaceId, page } = await createSpace('Orchard')
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/p/${page}`)
    await tab.sees('heading', 'Start')
    await find(tab, 'theme dark', 'Theme: Dark')
    await tab.page.keyboard.press('Enter')
    await tab.page.waitForFunction(`document.documentElement.dataset.theme === 'dark'`)
    await find(tab, 'new change', 'New change request in “Orchard”')
    await tab.page.keyboard.press('Enter')
    await tab.page.waitForSelector('.cm-content')
    expect(await tab.path()).toMatch(new RegExp(`^/s/${spaceId}/changes/\\w+/p/${page}$`))
    await tab.page.evaluate(`localStorage.removeItem('quire-theme')`)
    await tab.page.close()
  })

  test('keys of a composition are left to it: nothing is opened or chosen by them', async () => {
    const tab = await users.open()
    await tab.goto(`/o/${users.organizationId}`)
    await tab.sees('heading', 'Acme')
    await find(tab, 'e', 'Home')
    const chosen = () => tab.page.$eval('[role=option][aria-selected=true]', ({ textContent }) => textContent)
    const first = await chosen()
    const compose = (key: string) =>
      tab.page.evaluate(
        `document.querySelector('input[role=combobox]').dispatchEvent(
          new KeyboardEvent('keydown', { key: '${key}', isComposing: true, bubbles: true }))`,
      )
    await compose('ArrowDown')
    await compose('Enter')
    expect(await chosen()).toBe(first)
    await tab.page.keyboard.press('ArrowDown')
    await tab.page.waitForFunction(
      `document.querySelector('[role=option][aria-selected=true]').textContent !== ${JSON.stringify(first)}`,
    )
    await tab.page.close()
  })

  test('by keyboard alone somebody sees more pages than a space has among the first', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Orchestra' })
    const pages = Array.from({ length: 8 }, (_, index) => ({
      ...{ operation: 'insert_page', title: `Part ${index}`, document: { markdown: 'For the ophicleide.\n' } },
    }))
    await merge(spaceId, await draft(spaceId, 'Parts', ...pages))
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}`)
    await tab.sees('heading', 'Part 0')
    await find(tab, 'ophicleide', 'Show more pages')
    const found = `document.querySelectorAll('[role=option]:has(small)').length`
    expect(await tab.page.evaluate(found)).toBe(5)
    // The question is last, and more pages are before it.
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter'] as const) await tab.page.keyboard.press(key)
    await tab.page.waitForFunction(`${found} === 8`)
    await tab.page.waitForFunction(`!document.querySelector('[role=listbox]').innerText.includes('Show more pages')`)
    await tab.page.close()
  })

  test('keys that are pressed while more pages are on their way ask no question, nor if there are none', async () => {
    const { id: spaceId } = await users.made('createSpace', {}, { title: 'Quintet' })
    // As many as a space has among the first, so that there may be more.
    const pages = Array.from({ length: 5 }, (_, index) => ({
      ...{ operation: 'insert_page', title: `Voice ${index}`, document: { markdown: 'For the sarrusophone.\n' } },
    }))
    await merge(spaceId, await draft(spaceId, 'Voices', ...pages))
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}`)
    await tab.sees('heading', 'Voice 0')
    await find(tab, 'sarrusophone', 'Show more pages')
    const chosen = () => tab.page.$eval('[role=option][aria-selected=true]', ({ textContent }) => textContent)
    const search = await hold(tab, (request) => request.url().includes('/search?'))
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter'] as const) await tab.page.keyboard.press(key)
    await search.first
    await tab.page.keyboard.press('Enter')
    expect(await chosen()).toBe('Show more pages')
    await search.end()
    await tab.page.waitForFunction(`!document.querySelector('[role=listbox]').innerText.includes('Show more pages')`)
    expect(await chosen()).toMatch(/^Voice \d/)
    await tab.page.keyboard.press('ArrowDown')
    expect(await chosen()).toBe('Ask: sarrusophone')
    await tab.page.close()
  })

  test('no question is offered where the organization has switched them off', async () => {
    await users.made('updateOrganizationById', {}, { ai: false })
    try {
      const tab = await users.open()
      await tab.goto(`/o/${users.organizationId}`)
      await tab.sees('heading', 'Acme')
      await find(tab, 'settin', 'Settings')
      expect(await tab.page.$$eval('[role=option]', (all) => all.map(({ textContent }) => textContent))).toEqual([
        'Settings',
      ])
      await tab.page.close()
    } finally {
      await users.made('updateOrganizationById', {}, { ai: true })
    }
  })

  test('an answer that breaks off stays as far as it came, says so below, and is asked for again by a button', async () => {
    const tab = await users.open()
    await tab.goto(`/o/${users.organizationId}`)
    await tab.sees('heading', 'Acme')
    await find(tab, 'How often is the spring oiled?', 'Ask: How often is the spring oiled?')
    const half = { answer: { markdown: 'Only half of' }, followupQuestions: [], sources: [] }
    const body = `data: ${JSON.stringify({ type: 'answer', answer: half })}\n\n`
    const isAsking = (request: HTTPRequest) => request.url().includes('/ask/stream')
    const endHalf = await respond(tab, isAsking, { status: 200, contentType: 'text/event-stream', body })
    await tab.click('option', 'Ask: How often is the spring oiled?')
    await tab.reads('The answer broke off here and is not complete.')
    await tab.reads('Only half of')
    await endHalf()
    const endNone = await answer(tab, isAsking, 503, 'Stopped')
    await tab.click('button', 'Ask again')
    await tab.reads('The server is busy right now.')
    const text = await tab.page.evaluate('document.body.innerText')
    for (const one of ['Only half of', 'broke off', 'do not answer this']) expect(text).not.toContain(one)
    await endNone()
    await tab.click('button', 'Ask again')
    await tab.reads('every week')
    await tab.page.close()
  })

  test('a favourite that is refused says why', async () => {
    const { spaceId } = await createSpace('Meadow')
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}`)
    await tab.sees('button', 'Add to favourites')
    const isMarking = (request: HTTPRequest) =>
      request.url().endsWith('/personal') && Boolean(request.postData()?.includes('favorite'))
    const stop = await answer(tab, isMarking, 409, 'You have 50 favourites: remove one before you add another.')
    await tab.click('button', 'Add to favourites')
    await tab.reads('You have 50 favourites, in all your organizations together.')
    await stop()
    await tab.click('button', 'Close')
    await tab.page.waitForFunction(`!document.body.innerText.includes('You have 50 favourites')`)
    await tab.page.close()
  })

  test('a search that fails says so, and not that there is no such page', async () => {
    const tab = await users.open()
    await tab.goto(`/o/${users.organizationId}`)
    await tab.sees('heading', 'Acme')
    const stop = await answer(tab, (request) => request.url().includes('/search?'), 500, 'Broken')
    await find(tab, 'crank', 'Ask: crank')
    await tab.reads('Pages could not be searched. The server is busy right now.')
    expect(await tab.page.evaluate('document.body.innerText')).not.toContain('Nothing found')
    await stop()
    await tab.page.keyboard.type('s')
    await tab.page.waitForFunction(`document.querySelector('[role=option] small')?.textContent.includes('Handbook')`)
    expect(await tab.page.evaluate('document.body.innerText')).not.toContain('could not be searched')
    await tab.page.close()
  })

  test('a space that is not there leaves the way to everything else: navigation, search, account and home', async () => {
    const tab = await users.open()
    await tab.goto(`/o/${users.organizationId}`)
    await tab.sees('heading', 'Acme')
    await tab.goto('/s/AAAAAAAAAAAAAAAAAAAA')
    await tab.sees('heading', 'Not found')
    await tab.sees('button', 'Account: Grace')
    await find(tab, 'notif', 'Notifications')
    await tab.page.keyboard.press('Escape')
    await tab.click('link', 'Go to the start')
    await tab.sees('heading', 'Acme')
    await tab.page.close()
  })

  test('somebody who could not be signed out is told that they are still signed in', async () => {
    const tab = await users.open()
    await tab.goto(`/o/${users.organizationId}`)
    await tab.sees('heading', 'Acme')
    const stop = await answer(tab, (request) => request.url().endsWith('/v1/sign-out'), 502, 'Restarting')
    await tab.click('button', 'Account: Grace')
    await tab.click('menuitem', 'Sign out')
    await tab.reads('You are still signed in. The server is busy right now.')
    await tab.goto(`/o/${users.organizationId}/join/${'A'.repeat(20)}`)
    await tab.click('button', 'Sign out')
    await tab.reads('You are still signed in. The server is busy right now.')
    await stop()
    await tab.page.close()
  })

  test('a list that could not be read says so, and is read again by a button', async () => {
    const { id: teamId } = await users.made('createOrganizationTeam', {}, { title: 'Weavers', members: [] })
    const tab = await users.open()
    const stop = await answer(tab, (request) => /\/teams\/\w+\/members/.test(request.url()), 500, 'Broken')
    await tab.goto(`/o/${users.organizationId}/teams/${teamId}`)
    await tab.sees('heading', 'Weavers')
    await tab.sees('button', 'Try again')
    expect(await tab.page.evaluate('document.body.innerText')).not.toContain('Nobody is in this team')
    await stop()
    await tab.click('button', 'Try again')
    await tab.reads('Nobody is in this team')
    await tab.page.close()
  })

  test('the PDF of a page of an earlier version is that of the version', async () => {
    const { spaceId, page } = await createSpace('Annals')
    const { revision } = await users.made('getSpaceById', { spaceId })
    await merge(spaceId, await draft(spaceId, 'No start', { operation: 'delete_page', page }))
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/revisions/${revision}/p/${page}`)
    await tab.sees('heading', 'Start')
    const stop = await answer(tab, (request) => request.url().includes('/pdf?'), 409, 'Not now.')
    const asked = awaitedLater(tab.page.waitForRequest((request) => request.url().includes('/pdf?')))
    await tab.click('button', 'Export')
    await tab.click('menuitem', 'The page as PDF')
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({ page, only: 'true', revision })
    await tab.reads('Not now.')
    await stop()
    await tab.page.close()
  })
}
