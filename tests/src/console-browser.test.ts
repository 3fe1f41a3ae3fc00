import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type HTTPRequest, noBrowser, violationsOf } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { programAt } from './console/shown-content.ts'
import { redirectUri } from './support/mcp-program.ts'
import { signInLink } from './support/operator.ts'
import { mailTo, signInMailTo } from './support/sign-in-mails.ts'

let users: ConsoleUsers
let grace: ConsolePage

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
  })
  afterAll(() => users?.close())

  describe('the console', usingTheConsole)
}

function usingTheConsole() {
  test('a link of a mail signs in by a click, on any device, and not by being opened', async () => {
    const other = await users.open({ language: 'de', width: 360 })
    await other.goto('/settings')
    await other.fill('E-Mail-Adresse', 'grace@example.com')
    const { token } = await signInMailTo(users.world, 'grace@example.com', () => other.click('button', 'Code senden'))
    await other.goto(`/sign-in/${token}`)
    await other.reads('grace@example.com')
    await other.goto(`/sign-in/${token}`)
    await other.click('button', 'Anmelden')
    // The link leads on to the screen that the mail was asked for at.
    await other.reads('Diese hier')
    expect(await other.path()).toBe('/settings')
    await other.forget()
    await other.page.close()
  })

  test('the provider of the installation signs in who has proved their address there, and nobody else', async () => {
    const other = await users.open()
    const signIn = async (verified: boolean) => {
      users.provider.comesAs({ email: 'grace@example.com', email_verified: verified, name: 'Grace' })
      await other.goto('/sign-in')
      await other.click('button', 'Sign in with Acme ID')
    }
    await signIn(false)
    await other.sees('link', 'Sign in again')
    await signIn(true)
    await other.sees('heading', 'Acme')
    await other.goto('/sign-in/oidc?error=access_denied&state=of-somebody')
    await other.reads('The sign-in was cancelled')
    // A code of digits is a text too.
    await other.goto('/sign-in/oidc?code=123456&state=12')
    await other.reads('belongs to no sign-in of this browser')
    await other.forget()
    await other.page.close()
  })

  test('the first person signs in by the link of the operator, and makes the organization that they administer', async () => {
    const link = await signInLink(users.world, '--email', 'first@example.com', '--name', 'First')
    const other = await users.open()
    await other.goto(link)
    await other.click('button', 'Sign in')
    await other.sees('heading', 'New organization')
    await other.fill('Name of the organization', 'Looms')
    await other.click('button', 'Create')
    await other.sees('heading', 'Looms')
    await other.click('link', 'Members')
    await other.reads('First')

    // The tour points at one control after the other, until the page is published.
    await other.click('link', 'Home')
    await other.click('button', 'Show me, in a minute')
    const press = async (text: string) => {
      await other.reads(text)
      await other.page.locator('[data-pointed-at]').click()
    }
    await other.reads('Step 1 of 5')
    expect(await violationsOf(other.page)).toEqual([])
    await other.click('button', 'Leave the tour')
    await other.click('button', 'Go on with the tour')
    await press('Create a space')
    await other.fill('Title', 'Guide')
    await other.click('button', 'Create')
    await press('What you write here becomes a change request')
    await press('Add the first page.')
    await other.fill('Title of the page', 'Warp')
    await press('Give the page a title')
    await press('Merge it')
    await press('Now publish it')
    await press('A site shows the pages of a space')
    for (const step of ['Next', 'Next', 'Create and publish']) await other.click('button', step)
    await other.reads('Your page is published. Look at it.')
    const site = await other.page.$eval('[data-pointed-at]', (link) => String(link.getAttribute('href')))
    await press('Step 5 of 5')
    await other.reads('That was all.')
    await other.click('button', 'Close')
    await other.goto(new URL(site).pathname)
    await other.sees('heading', 'Warp')
    await other.forget()
    await other.page.close()
  })

  test('somebody signs in with the code of a mail, and gets where they wanted to go', async () => {
    grace = await users.open()
    await grace.goto(`/s/${users.spaceId}`)
    await grace.sees('heading', 'Sign in to Quire')
    await grace.fill('Email address', 'grace@example.com')
    const { code } = await signInMailTo(users.world, 'grace@example.com', () => grace.click('button', 'Send the code'))
    await grace.fill('Code', code === '000000' ? '111111' : '000000')
    await grace.page.waitForSelector('[role=alert]')
    await grace.fill('Code', code)
    await grace.sees('heading', 'Springs')
    expect(await grace.path()).toMatch(`/s/${users.spaceId}/p/`)
  })

  test('who has just signed in adds a passkey, names it, signs in with it elsewhere, and removes it', async () => {
    const other = await users.open()
    await other.withPasskeys()
    await other.goto('/settings')
    await other.click('button', 'Add a passkey')
    await other.click('button', 'Rename')
    await other.fill('Name of the passkey', 'Laptop')
    await other.click('button', 'Save')
    await other.reads('Laptop')
    await other.click('button', 'Account: Grace')
    await other.click('menuitem', 'Sign out')
    await other.click('button', 'Sign in with a passkey')
    await other.sees('heading', 'Acme')
    await other.goto('/settings')
    await other.reads('Last used')
    await other.click('button', 'Remove')
    await other.page.waitForFunction(`!document.body.innerText.includes('Laptop')`)
    await other.page.close()
  })

  test('a reader comments on a page, answers, and resolves what is done', async () => {
    await grace.goto(`/s/${users.spaceId}`)
    await grace.sees('heading', 'Springs')
    await grace.click('button', 'Comments')
    await grace.fill('Write a comment …', 'Which **oil**?')
    await grace.page.keyboard.type(' @Ad')
    await grace.sees('option', 'Ada')
    await grace.page.keyboard.press('Enter')
    await grace.click('button', 'Comment')
    await grace.reads('Which oil? Ada')
    await grace.click('button', 'Reply')
    await grace.fill('Write a reply …', 'Fine oil.')
    await grace.page.locator('form ::-p-aria([name="Reply"][role="button"])').click()
    await grace.reads('Fine oil.')
    await grace.click('button', 'Resolve')
    await grace.sees('button', 'Show 1 resolved comment')
  })

  test('a mention is mailed, and the link in the mail stops such mails, signed in or not', async () => {
    const { made, spaceId, world } = users
    const { items } = await made('listMembersInOrganizationById')
    const { id } = items.find((one: { user: { email: string } }) => one.user.email === 'grace@example.com')
    const pathIn = (mail: string) => /\/stop-mails\/[\w.-]+/.exec(mail)?.[0]
    const body = { body: { markdown: `Is it so, [Grace](/users/${id})?` } }
    const path = await mailTo(world, 'grace@example.com', pathIn, () => made('postCommentInSpace', { spaceId }, body))
    const other = await users.open({ language: 'de', width: 360 })
    await other.goto(path)
    await other.click('button', 'Diese Mails abstellen')
    await other.reads('Sie bekommen keine solchen Mails mehr.')
    await other.page.close()
    await grace.goto('/settings')
    await grace.sees('combobox', 'Mentions of you, and reviews that you are asked for')
    await grace.page.waitForFunction(`document.querySelector('select')?.value === 'off'`)
    await grace.page.select('select', 'daily')
    await grace.page.waitForNetworkIdle({ idleTime: 100 })
    await grace.page.reload()
    await grace.page.waitForFunction(`document.querySelector('select')?.value === 'daily'`)
    await grace.goto(`/s/${spaceId}`)
    await grace.click('button', 'Comments')
  })

  test('what somebody types and does not send is there after a reload', async () => {
    await grace.fill('Write a comment …', 'Not yet')
    await grace.page.reload()
    await grace.click('button', 'Comments')
    await grace.sees('textbox', 'Write a comment …')
    expect(await grace.page.$eval('textarea', ({ value }) => value)).toBe('Not yet')
    await grace.fill('Write a comment …', '')
  })

  test('a page is edited beside what it will be, saved by itself, reviewed word by word, and merged', async () => {
    await grace.click('button', 'Edit')
    await grace.click('textbox', 'Text of the page, in markdown')
    await grace.page.keyboard.down('Control')
    await grace.page.keyboard.press('End')
    await grace.page.keyboard.up('Control')
    await grace.page.keyboard.type('Wipe it dry. See [[Cra')
    await grace.page.locator('.cm-tooltip-autocomplete ::-p-text(Cranks)').click()
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

  /** True if the request saves a page; the preview sends its text too. */
  const saves = (request: HTTPRequest, typed = '') =>
    request.url().includes('/content?') && Boolean(request.postData()?.includes(typed))
  const isSaved = (typed: string) => grace.page.waitForResponse((response) => saves(response.request(), typed))

  /** Ends the holding of requests; one that comes meanwhile is not left without an answer. */
  async function letThrough(hold: (request: HTTPRequest) => void) {
    const { page } = grace
    const pass = (request: HTTPRequest) => {
      if (!request.isInterceptResolutionHandled()) void request.continue().catch(() => undefined)
    }
    page.on('request', pass)
    page.off('request', hold)
    await page.setRequestInterception(false)
    page.off('request', pass)
  }

  test('what two people write in one page is kept, also what is typed while it is saved, and the cursor stays', async () => {
    const { made, spaceId } = users
    const { page } = grace
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Together' })
    const params = { spaceId, changeRequestId }
    const change = (one: object) => made('updateChangeRequestContent', params, { changes: [one] })
    const markdown = 'First.\n\nSecond.\n\nThird.\n'
    await change({ operation: 'insert_page', title: 'Gears', document: { markdown } })
    const { pages } = await made('listPagesInChangeRequest', params)
    const pageId = pages.find(({ title }: { title: string }) => title === 'Gears').id
    await grace.goto(`/s/${spaceId}/changes/${changeRequestId}/p/${pageId}`)
    await page.locator('.cm-line ::-p-text(Third.)').click()
    await page.keyboard.press('End')
    await change({ operation: 'update_page', page: pageId, document: { markdown: markdown.replace('First', 'Ada') } })
    // The first save is sent on only after more was typed.
    const held: HTTPRequest[] = []
    const hold = (request: HTTPRequest) =>
      void (saves(request) && held.length === 0 ? held.push(request) : request.continue())
    await page.setRequestInterception(true)
    page.on('request', hold)
    const isSent = page.waitForRequest((request) => saves(request, 'Mine'))
    // In one piece: a pause between two keys would save a part of it.
    await page.keyboard.sendCharacter(' Mine')
    await isSent
    const areBothSaved = isSaved('Mine and more')
    await page.keyboard.sendCharacter(' and more')
    await held[0]?.continue()
    await areBothSaved
    await letThrough(hold)
    const isSavedAgain = isSaved('Mine and more!')
    await page.keyboard.sendCharacter('!')
    await isSavedAgain
    const saved = await made('getPageInChangeRequestById', { ...params, pageId }, undefined, { format: 'markdown' })
    expect(saved.markdown).toBe('Ada.\n\nSecond.\n\nThird. Mine and more!\n')
    // Who only reads what they have written sees what others write.
    await change({ operation: 'update_page', page: pageId, document: { markdown: 'Ada once more.\n' } })
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.waitForSelector('.cm-line ::-p-text(Ada once more.)')
    await grace.reads('Somebody else has changed this page too.')
  })

  test('what was typed in a tab that was closed offline is saved by the next editor, though another tab has the page too', async () => {
    const { made, spaceId } = users
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Twice open' })
    const params = { spaceId, changeRequestId }
    const changes = [{ operation: 'insert_page', title: 'Wheels', document: { markdown: 'First.\n\nSecond.\n' } }]
    await made('updateChangeRequestContent', params, { changes })
    const { pages } = await made('listPagesInChangeRequest', params)
    const pageId = pages.find(({ title }: { title: string }) => title === 'Wheels').id
    const editor = `/s/${spaceId}/changes/${changeRequestId}/p/${pageId}`
    const typeAfter = async ({ page }: ConsolePage, line: string, typed: string) => {
      await page.locator(`.cm-line ::-p-text(${line})`).click()
      await page.keyboard.press('End')
      await page.keyboard.sendCharacter(typed)
    }
    await grace.goto(editor)
    // The tab in front is the one that was opened last.
    const closed = await users.open()
    await closed.goto(editor)
    await closed.page.waitForSelector('.cm-line ::-p-text(First.)')
    await closed.page.setOfflineMode(true)
    await typeAfter(closed, 'First.', ' Left')
    await closed.page.waitForFunction(`Object.values(localStorage).some((one) => one.includes('First. Left'))`)
    await closed.page.close()
    await grace.page.bringToFront()
    const isOwnSaved = isSaved('Second. Mine')
    await typeAfter(grace, 'Second.', ' Mine')
    await isOwnSaved
    const isLeftSaved = isSaved('First. Left')
    await grace.page.reload()
    await grace.reads('It was restored from this device.')
    await isLeftSaved
    const saved = await made('getPageInChangeRequestById', { ...params, pageId }, undefined, { format: 'markdown' })
    expect(saved.markdown).toBe('First. Left\n\nSecond. Mine\n')
  })

  test('a page of a change request gets another place by keys, settings, and is restored when it was deleted', async () => {
    const { made, spaceId } = users
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Order' })
    await grace.goto(`/s/${spaceId}/changes/${changeRequestId}/p`)
    await grace.page.locator('nav ::-p-aria([name="Cranks"][role="link"])').click()
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

  test('a program is let in by a click, which counts once the question has been in front for a moment', async () => {
    const { made, post, spaceId } = users
    const body = { title: 'Inside', visibility: 'members', spaces: [spaceId] }
    const { id: siteId } = await made('createSite', {}, body)
    const { urls } = await made('publishSite', { siteId })
    const other = await users.open()
    await other.page.evaluateOnNewDocument(`
      const wasEnabled = []
      new MutationObserver(() => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Allow')
        if (button) wasEnabled.push(!button.disabled)
      }).observe(document, { subtree: true, childList: true, attributes: true })
    `)
    await other.goto(`/authorize?${await programAt(post, urls.published)}`)
    await other.reads('“Helper” asks to read “Inside”')
    const sent = other.page.waitForRequest((request) => request.url().startsWith(`${redirectUri}?`))
    await other.page.waitForFunction('wasEnabled.includes(true)')
    expect(await other.page.evaluate('wasEnabled[0]')).toBe(false)
    await other.click('button', 'Allow')
    expect(new URL((await sent).url()).searchParams.has('code')).toBe(true)
    await other.page.close()
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
    await letThrough(hold)
  })

  test('two versions of a space are compared page by page', async () => {
    await grace.goto(`/s/${users.spaceId}/history`)
    await grace.click('checkbox', 'Compare the version after “First pages”')
    await grace.page.locator('main li:first-child input').click()
    await grace.click('link', 'Compare')
    await grace.reads('Comparison of two versions')
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

  test('a reply is told to whom it answers, and is read when its entry is opened', async () => {
    const { made, spaceId } = users
    const { items } = await made('listCommentsInSpace', { spaceId }, undefined, { status: 'resolved' })
    await made('postCommentReplyInSpace', { spaceId, commentId: items[0].id }, { body: { markdown: 'Thank you' } })
    await grace.goto(`/o/${users.organizationId}/notifications`)
    await grace.reads('Ada replied to you')
    await grace.page.locator('main li a').click()
    await grace.sees('heading', 'Springs')
    await grace.goto(`/o/${users.organizationId}/notifications`)
    await grace.click('button', 'Mark all as read')
    await grace.page.waitForFunction(`!document.querySelector('main [data-unread]')`)
    await grace.sees('link', 'Notifications')
  })

  test('signing out ends the session, and the console asks for the next one', async () => {
    await grace.goto('/')
    await grace.click('button', 'Account: Grace')
    await grace.click('menuitem', 'Sign out')
    await grace.sees('heading', 'Sign in to Quire')
    await grace.goto(`/s/${users.spaceId}`)
    await grace.sees('heading', 'Sign in to Quire')
    const unexpected = grace.errors.filter((error) => !/\b40[01]\b/.test(error))
    expect(unexpected).toEqual([])
  })
}
