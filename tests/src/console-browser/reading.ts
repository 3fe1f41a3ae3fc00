import { test } from '@jest/globals'
import type { HTTPRequest } from '@quire/browser'
import { letThrough } from '../console/interception.ts'
import { grace, users } from './cast.ts'
import { createSpace } from './spaces.fixture.ts'

/** Finds and reads pages, their versions and their space. */
export function reading() {
  test('by keyboard alone somebody finds a page and opens it', async () => {
    await grace.goto('/')
    await grace.sees('heading', 'Acme')
    await grace.page.keyboard.down('Control')
    await grace.page.keyboard.press('k')
    await grace.page.keyboard.up('Control')
    await grace.sees('combobox', 'Search pages, or go to …')
    await grace.page.keyboard.type('crank')
    await grace.page.waitForFunction(`document.querySelector('[role=option] small')?.textContent.includes('Handbook')`)
    await grace.page.keyboard.press('Enter')
    await grace.sees('heading', 'Cranks')
  })

  test('a question is answered from the pages, which are named as sources', async () => {
    await grace.click('button', 'Search Ctrl K')
    await grace.page.keyboard.type('How often is the spring oiled?')
    await grace.click('option', 'Ask: How often is the spring oiled?')
    await grace.reads('every week')
    await grace.click('link', 'Springs')
    await grace.sees('heading', 'Springs')
  })

  test('a page asks for its space, its tree and its text together', async () => {
    const { page } = grace
    const parts = [/\/v1\/spaces\/\w+$/, /\/content\/pages$/, /\/rendered$/]
    const held: HTTPRequest[] = []
    let areSent = false
    // None of the parts is answered before all are asked for.
    const hold = (request: HTTPRequest) => {
      const { pathname } = new URL(request.url())
      if (areSent || !parts.some((part) => part.test(pathname))) return void request.continue()
      held.push(request)
      areSent = held.length === parts.length
      if (areSent) for (const one of held) void one.continue()
    }
    await page.setRequestInterception(true)
    page.on('request', hold)
    await page.reload()
    await grace.sees('heading', 'Springs')
    await letThrough(grace, hold)
  })

  test('the history begins with the first version, and what was merged leads to its change request', async () => {
    const { spaceId } = await createSpace('Almanac')
    await grace.goto(`/s/${spaceId}/history`)
    await grace.sees('checkbox', 'Compare the version after “First version”')
    await grace.click('link', 'Begin')
    await grace.reads('This change request is merged. Its changes are live.')
  })

  test('two versions of a space are compared page by page', async () => {
    await grace.goto(`/s/${users.spaceId}/history`)
    await grace.click('checkbox', 'Compare the version after “First pages”')
    await grace.clickOn('main li:first-child input')
    await grace.click('link', 'Compare')
    await grace.reads('Comparison of two versions')
    // Both are named, and the screen belongs to the history.
    await grace.page.waitForFunction(
      `/^Before\\s+First pages\\s+#1 · Ada · /.test(document.querySelector('ul[aria-label="The versions"] li')?.innerText)`,
    )
    await grace.page.waitForSelector('ul[aria-label="The versions"] li:nth-child(2)')
    await grace.page.waitForSelector('nav a[href$="/history"][aria-current=page]')
    await grace.reads('Cranks')
    await grace.reads('Wipe it dry.')
    await grace.reads('left')
  })

  test('a space becomes a favourite, which stands above all others in the navigation', async () => {
    await grace.click('button', 'Add to favourites')
    await grace.sees('navigation', 'Favourites')
    await grace.click('button', 'Remove from favourites')
    await grace.sees('button', 'Add to favourites')
  })
}
