import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { noBrowser, violationsOf } from '@quire/browser'
import { type ConsolePage, type ConsoleUsers, startConsoleUsers } from './console/console-users.ts'
import { type Api, apiOf } from './support/api-client.ts'
import { signInLink } from './support/operator.ts'
import { settled, systemOf } from './support/system-databases.ts'

let users: ConsoleUsers
let ada: ConsolePage
let api: Api

if (noBrowser) test(`nothing is tried in a browser: ${noBrowser}`, () => expect(noBrowser).not.toBe(''))
else {
  beforeAll(async () => {
    users = await startConsoleUsers()
    api = apiOf(users.world.gateways[0] ?? '')
    ada = await users.open()
    await signIn(ada, 'ada@example.com')
  })
  afterAll(() => users?.close())

  describe('beside a page that is read', besidePages)
  describe('comments on blocks of a page', onBlocks)
  describe('comments in a change request', inChangeRequests)
  describe('people to mention', mentioning)
}

async function signIn(tab: ConsolePage, email: string) {
  await tab.goto(await signInLink(users.world, '--email', email))
  await tab.click('button', 'Sign in')
  await tab.page.waitForFunction(`!location.pathname.startsWith('/sign-in')`)
}

/** Invites somebody; a role of null makes a guest. Returns their address and id. */
async function invite(name: string, role: string | null): Promise<{ email: string; id: string }> {
  const email = `${name.toLowerCase()}@example.com`
  const { token } = await users.world.person(email, name)
  await users.made('inviteUsersToOrganization', {}, { emails: [{ email, role }] })
  const { id } = await api.made('getAuthenticatedUser', token)
  await settled(systemOf(users.world))
  return { email, id }
}

/** Opens the console as somebody else than Ada, in a browser of their own. */
async function openAs({ email }: { email: string }): Promise<ConsolePage> {
  const tab = await users.openApart()
  await signIn(tab, email)
  return tab
}

const page = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } })

async function draft(spaceId: string, ...changes: object[]): Promise<string> {
  const { id: changeRequestId } = await users.made('createChangeRequest', { spaceId }, { subject: 'Change' })
  await users.made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
  return changeRequestId
}

const publish = async (spaceId: string, ...changes: object[]) =>
  users.made('mergeChangeRequest', { spaceId, changeRequestId: await draft(spaceId, ...changes) })

/** Makes a space with a page; returns the ids of both. */
async function spaceWith(title: string, markdown: string) {
  const { id: spaceId } = await users.made('createSpace', {}, { title })
  await publish(spaceId, page('Springs', markdown))
  const { pages } = await users.made('listPages', { spaceId })
  return { spaceId: spaceId as string, pageId: pages[0].id as string, path: `/s/${spaceId}/p/${pages[0].id}` }
}

/** Returns the key of the block with these words, as the renderer names it. */
async function keyOf({ spaceId, pageId }: { spaceId: string; pageId: string }, words: string): Promise<string> {
  const { html } = await users.made('getRenderedPage', { spaceId, pageId })
  const key = new RegExp(`data-key="([\\w-]+)" data-block>${words}`).exec(html)?.[1]
  if (!key) throw new Error(`No block begins with “${words}”: ${html}`)
  return key
}

/** Comments on the block with these words, as Ada. */
const commentOn = async (at: { spaceId: string; pageId: string }, words: string, markdown: string) =>
  users.made(
    'postCommentInSpace',
    { spaceId: at.spaceId },
    { page: at.pageId, node: await keyOf(at, words), body: { markdown } },
  )

const textsOf = (tab: ConsolePage, selector: string) =>
  tab.page.$$eval(selector, (all) => all.map(({ textContent }) => textContent))

/** Resolves when the focus is on what says this, or has this name; neither on a field nor on nothing. */
const isFocused = (tab: ConsolePage, words: string) =>
  tab.page.waitForFunction(
    `(({ ariaLabel, textContent, localName }) =>
      !['body', 'textarea'].includes(localName) && (ariaLabel ?? textContent).includes(${JSON.stringify(words)})
    )(document.activeElement)`,
  )
const isWriting = (tab: ConsolePage) => tab.page.waitForFunction(`document.activeElement.matches('textarea')`)

function besidePages() {
  test('a reader who may not comment sees what links to a page, reusable contents too, and no comments', async () => {
    const { spaceId, pageId, path } = await spaceWith('Library', '## Oiling\n\nOil it.\n')
    const text = `Read [it](/pages/${pageId}).\n`
    const content = { operation: 'insert_reusable_content', title: 'Safety', document: { markdown: text } }
    await publish(spaceId, page('Cranks', text), content)
    const tab = await openAs(await invite('Nora', 'read'))
    await tab.goto(path)
    await tab.sees('link', 'Oiling')
    expect(await textsOf(tab, 'aside fieldset button')).toEqual(['Outline', 'Links'])
    await tab.click('button', 'Links')
    await tab.sees('region', 'Reusable contents that link here')
    await tab.reads('Safety')
    expect(await tab.page.$('[role=toolbar]')).toBeNull()
    expect(await violationsOf(tab.page)).toEqual([])
    await tab.clickOn('nav[aria-label="Pages that link here"] a')
    await tab.sees('heading', 'Cranks')
    // Nobody was signed in at first.
    expect(tab.errors.filter((error) => !error.endsWith('/v1/user'))).toEqual([])
    await tab.page.close()
  })
}

function onBlocks() {
  test('somebody comments on a block, whose mark leads to the thread, whose quote leads to the block', async () => {
    const { path } = await spaceWith('Workshop', '## Oiling\n\nOil the spring every week.\n\n* Wipe it\n* Dry it\n')
    await ada.goto(path)
    await ada.sees('button', 'Comment on “Oil the spring every week.”')
    await ada.click('button', 'Comment on “Oil the spring every week.”')
    await ada.sees('textbox', 'Write a comment …')
    expect(await textsOf(ada, 'aside blockquote')).toEqual(['Oil the spring every week.'])
    await ada.page.keyboard.type('With which oil?')
    await ada.click('button', 'Comment')
    await ada.sees('button', '1 comment on “Oil the spring every week.”')
    await isFocused(ada, 'With which oil?')
    expect(await violationsOf(ada.page)).toEqual([])
    await ada.click('button', 'Outline')
    await ada.click('button', '1 comment on “Oil the spring every week.”')
    await isFocused(ada, 'With which oil?')
    await ada.click('button', 'Oil the spring every week.')
    await ada.page.waitForFunction(`document.activeElement.matches('.text p')`)
    // Led there once more, from elsewhere.
    await ada.click('button', '1 comment on “Oil the spring every week.”')
    await isFocused(ada, 'With which oil?')
    await ada.click('button', 'Resolve')
    await ada.page.waitForFunction(`!document.querySelector('[aria-label^="1 comment on"]')`)
  })

  test('by keyboard alone somebody goes from block to block, comments on one, and thinks better of another', async () => {
    const { path } = await spaceWith('Yard', '## Oiling\n\nOil the spring.\n\nWipe the crank.\n')
    await ada.goto(path)
    await ada.sees('toolbar', 'Comments on parts of the page')
    await ada.page.focus('.text a')
    await ada.page.keyboard.press('Tab')
    await isFocused(ada, 'Comment on “Oiling”')
    await ada.page.keyboard.press('End')
    await isFocused(ada, 'Comment on “Wipe the crank.”')
    await ada.page.keyboard.press('Enter')
    await isWriting(ada)
    await ada.page.keyboard.press('Escape')
    await isFocused(ada, 'Comment on “Wipe the crank.”')
    await ada.page.keyboard.press('ArrowUp')
    await isFocused(ada, 'Comment on “Oil the spring.”')
    await ada.page.keyboard.press('Enter')
    await isWriting(ada)
    await ada.page.keyboard.type('Daily?')
    for (const _ of ['Cancel', 'Comment']) await ada.page.keyboard.press('Tab')
    await ada.page.keyboard.press('Enter')
    await ada.sees('button', '1 comment on “Oil the spring.”')
    await isFocused(ada, 'Daily?')
  })

  test('a thread stays with its quote when its block has changed, below the others, and says so', async () => {
    const at = await spaceWith('Attic', 'Oil it daily.\n\nWipe it.\n')
    await commentOn(at, 'Oil it daily.', 'Not weekly?')
    await commentOn(at, 'Wipe it.', 'With what?')
    const document = { markdown: 'Oil it weekly.\n\nWipe it.\n' }
    await publish(at.spaceId, { operation: 'update_page', page: at.pageId, document })
    await ada.goto(at.path)
    await ada.reads('This part of the page has changed since, or is gone.')
    expect(await textsOf(ada, 'aside article :is(blockquote, button[title="Show it on the page"])')).toEqual([
      'Wipe it.',
      'Oil it daily.',
    ])
    expect(await textsOf(ada, 'aside article:last-of-type [class*=none]')).toEqual([
      'This part of the page has changed since, or is gone.',
    ])
    await ada.sees('button', '1 comment on “Wipe it.”')
    expect(await violationsOf(ada.page)).toEqual([])
  })

  test('a quote leads into the closed part of a page that its block is in', async () => {
    const tabs = (title: string, text: string) => `{% tab title="${title}" %}\n${text}\n{% endtab %}\n`
    const markdown = `{% tabs %}\n${tabs('Left', 'Turn left.')}\n${tabs('Right', 'Turn right.')}{% endtabs %}\n`
    const at = await spaceWith('Maze', markdown)
    await commentOn(at, 'Turn right.', 'Really?')
    await ada.goto(at.path)
    await ada.reads('Really?')
    expect(await ada.page.$('[aria-label^="1 comment on"]')).toBeNull()
    await ada.click('button', 'Turn right.')
    await isFocused(ada, 'Turn right.')
    await ada.sees('button', '1 comment on “Turn right.”')
  })

  test('on a phone a tap on a block shows its button, and the marks stand at the ends of blocks', async () => {
    const at = await spaceWith(
      'Pocket',
      'Oil the spring every week, with the fine oil that is on the shelf.\n\nWipe it.\n',
    )
    await commentOn(at, 'Wipe it.', 'With what?')
    const tab = await users.open({ width: 360, theme: 'dark' })
    await tab.page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true })
    await tab.goto(at.path)
    await tab.sees('button', '1 comment on “Wipe it.”')
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await tab.page.tap('.text p')
    await tab.page.waitForSelector('[data-near]')
    expect(await violationsOf(tab.page)).toEqual([])
    await tab.page.tap('[data-near]')
    await isWriting(tab)
    await tab.page.keyboard.type('Which shelf?')
    await tab.click('button', 'Comment')
    await isFocused(tab, 'Which shelf?')
    const mark = '[aria-label="1 comment on “Wipe it.”"]'
    // Not beneath the bar at the top, which covers what scrolls under it.
    await tab.page.$eval(mark, (element) => element.scrollIntoView({ block: 'center' }))
    await tab.page.tap(mark)
    await isFocused(tab, 'With what?')
    await tab.page.close()
  })
}

function inChangeRequests() {
  test('in the discussion a comment names its page, which it leads to, and quotes its block', async () => {
    const at = await spaceWith('Council', 'Oil it.\n\nWipe it.\n')
    const { spaceId, pageId } = at
    const changeRequestId = await draft(spaceId, page('Cranks', 'Turn it.'))
    const body = { page: pageId, node: await keyOf(at, 'Wipe it.'), body: { markdown: 'How?' } }
    await users.made('postCommentInChangeRequest', { spaceId, changeRequestId }, body)
    await ada.goto(`/s/${spaceId}/changes/${changeRequestId}?tab=discussion`)
    await ada.reads('How?')
    expect(await textsOf(ada, 'article blockquote')).toEqual(['Wipe it.'])
    expect(await violationsOf(ada.page)).toEqual([])
    await ada.click('link', 'Springs')
    await ada.page.waitForFunction(`location.pathname.endsWith('/changes/${changeRequestId}/p/${pageId}')`)
  })

  test('somebody comments on one page beside its changes, and sees the comment there and in the discussion', async () => {
    const { spaceId, pageId } = await spaceWith('Senate', 'Oil it.\n')
    const changed = { operation: 'update_page', page: pageId, document: { markdown: 'Oil it daily.\n' } }
    const changeRequestId = await draft(spaceId, changed, page('Cranks', 'Turn it.'))
    await ada.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    await ada.click('button', 'Comment on Springs')
    await isWriting(ada)
    await ada.page.keyboard.press('Escape')
    await isFocused(ada, 'Comment on Springs')
    await ada.page.keyboard.press('Enter')
    await isWriting(ada)
    await ada.page.keyboard.type('Why daily?')
    await ada.clickOn('section[aria-label="Comments on Springs"] button[type=submit]')
    await ada.sees('button', 'Springs: 1 comment')
    await ada.sees('button', 'Comment on Cranks')
    expect(await violationsOf(ada.page)).toEqual([])
    await ada.click('button', 'Discussion (1)')
    await ada.reads('Why daily?')
    await ada.sees('link', 'Springs')
  })
}

function mentioning() {
  test('a bare @ offers those who take part in the discussion first, then other members', async () => {
    const { spaceId, pageId, path } = await spaceWith('Hall', 'Oil it.\n')
    const { token } = await users.world.person('grace@example.com', 'Grace')
    await invite('Zoe', 'review')
    const body = { page: pageId, body: { markdown: 'Why?' } }
    await api.made('postCommentInSpace', token, { params: { spaceId }, body })
    await ada.goto(path)
    await ada.reads('Why?')
    await ada.fill('Write a comment …', 'Ask @')
    await ada.sees('option', 'zoe@example.com')
    const [first, ...others] = await textsOf(ada, '[role=option] bdi')
    expect(first).toMatch(/^grace/i)
    expect(others).not.toContain(first)
    expect(others).not.toContain('Ada')
    await ada.page.keyboard.press('Enter')
    // The writer sees the name, and types on behind it.
    await ada.page.waitForFunction(`document.activeElement.value === 'Ask @${first} '`)
    await ada.page.keyboard.type('now')
    await ada.click('button', 'Comment')
    await ada.page.waitForFunction(`document.querySelectorAll('aside article').length === 2`)
    expect((await textsOf(ada, 'aside article')).at(-1)).toContain(`Ask ${first}`)
  })

  test('a guest is offered those who have written in the space, and told why nobody else is', async () => {
    const { spaceId, pageId, path } = await spaceWith('Porch', 'Oil it.\n')
    await users.made('postCommentInSpace', { spaceId }, { body: { markdown: 'Elsewhere in the space.' } })
    const gus = await invite('Gus', null)
    await users.made('inviteToSpace', { spaceId }, { users: [gus.id], role: 'comment' })
    await settled(systemOf(users.world))
    const tab = await openAs(gus)
    await tab.goto(path)
    await tab.fill('Write a comment …', 'Ask @')
    await tab.reads('As a guest, you can mention whoever has written comments in this space.')
    await tab.sees('option', 'Ada')
    await tab.page.keyboard.press('Enter')
    await tab.click('button', 'Comment')
    await tab.reads('Ask Ada')
    const { items } = await users.made('listCommentsInSpace', { spaceId }, undefined, { targetPage: pageId })
    expect(items).toHaveLength(1)
    await tab.page.close()
  })
}
