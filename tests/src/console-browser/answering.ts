import { expect, test } from '@jest/globals'
import { violationsOf } from '@quire/browser'
import { grace, hold, users } from './cast.ts'
import { createSpace, draft, lead } from './spaces.fixture.ts'

const newComment = 'Write a comment …'
const newReply = 'Write a reply …'

/** Writes comments and replies while others are sent, and changes and deletes them. */
export function answering() {
  let spaceId: string
  let page: string

  test('what is typed after a comment or a reply was sent stays, and waits for no list', async () => {
    ;({ spaceId, page } = await createSpace('Talks'))
    await grace.goto(`/s/${spaceId}`)
    await grace.click('button', 'Comments')
    await grace.fill(newComment, 'First words')
    await holding('GET', /\/comments$/, async () => {
      await grace.click('button', 'Comment')
      await has(newComment, '')
      await grace.fill(newComment, 'Second words')
    })
    await grace.reads('First words')
    await sendsWhile(/\/comments$/, () => grace.click('button', 'Comment'), newComment, 'Third words')
    await grace.reads('Second words')
    await has(newComment, 'Third words')
    await grace.fill(newComment, '')

    await grace.click('button', 'Reply')
    await grace.fill(newReply, 'First answer')
    const send = () => grace.clickOn('form ::-p-aria([name="Reply"][role="button"])')
    await sendsWhile(/\/replies$/, send, newReply, 'Second answer')
    await grace.reads('First answer')
    await has(newReply, 'Second answer')
    await send()
    await grace.reads('Second answer')
    await grace.page.waitForFunction(`!document.querySelector('article form')`)
  })

  test('what is typed while a review is sent stays', async () => {
    const next = { operation: 'insert_page', title: 'Next', document: { markdown: 'Go on.\n' } }
    const changeRequestId = await draft(spaceId, 'Go on', next)
    await grace.goto(`/s/${spaceId}/changes/${changeRequestId}`)
    const field = 'Say why, if you like …'
    await grace.fill(field, 'Too short')
    await sendsWhile(/\/reviews$/, () => grace.click('button', 'Request changes'), field, 'One more thing')
    await grace.reads('Too short')
    await has(field, 'One more thing')
    await grace.fill(field, '')
  })

  test('whoever comments on a change request is among its contributors at once, and counted where it is listed', async () => {
    const next = { operation: 'insert_page', title: 'Later', document: { markdown: 'Wait.\n' } }
    const changeRequestId = await draft(spaceId, 'Wait', next)
    await grace.goto(`/s/${spaceId}/changes?status=draft`)
    await grace.page.waitForSelector('main ::-p-text(Wait)')
    await lead(`/s/${spaceId}/changes/${changeRequestId}?tab=discussion`)
    await grace.fill(newComment, 'Look here')
    await grace.click('button', 'Comment')
    await grace.page.waitForFunction(
      `[...document.querySelectorAll('aside section:last-of-type li')].some((one) => one.innerText.includes('Grace'))`,
    )
    await lead(`/s/${spaceId}/changes?status=draft`)
    await grace.page.waitForSelector('main [aria-label="1 comment"]')
  })

  test('who wrote a comment changes it in its place and deletes it, and nobody else does', async () => {
    await users.made('postCommentInSpace', { spaceId }, { page, body: { markdown: 'Of Ada' } })
    await grace.goto(`/s/${spaceId}`)
    await grace.reads('Of Ada')
    await grace.click('button', 'Actions for the comment by Grace')
    await grace.click('menuitem', 'Edit')
    await grace.sees('textbox', 'Change the comment')
    await grace.page.waitForFunction(`document.activeElement.matches('article textarea')`)
    expect(await violationsOf(grace.page)).toEqual([])
    await grace.page.keyboard.type('Not this')
    await grace.page.keyboard.press('Escape')
    await grace.reads('First words')
    await isOn('Actions for the comment by Grace')
    await grace.page.keyboard.press('Enter')
    await grace.click('menuitem', 'Edit')
    await grace.fill('Change the comment', 'First words, changed')
    await grace.click('button', 'Save')
    await grace.reads('First words, changed')
    await grace.reads('edited')
    await isOn('Actions for the comment by Grace')
    expect(await grace.page.$('[aria-label="Actions for the comment by Ada"]')).toBeNull()
  })

  test('a reply is changed in its place and deleted after a question', async () => {
    const actions = 'Actions for the reply by Grace'
    await grace.click('button', actions)
    await grace.click('menuitem', 'Edit')
    await grace.fill('Change the reply', 'First answer, changed')
    await grace.click('button', 'Save')
    await grace.reads('First answer, changed')
    await grace.click('button', actions)
    await grace.click('menuitem', 'Delete the reply')
    await grace.click('button', 'Cancel')
    await isOn(actions)
    await grace.page.keyboard.press('Enter')
    await grace.click('menuitem', 'Delete the reply')
    await grace.clickOn('[role=dialog] ::-p-aria([name="Delete the reply"][role="button"])')
    await grace.page.waitForFunction(`!document.body.innerText.includes('First answer, changed')`)
    await grace.reads('Second answer')
  })
}

/** Holds requests of Grace while something is done, which may wait for one of them; then sends them on. */
async function holding(method: string, path: RegExp, work: (isHeld: Promise<unknown>) => Promise<void>) {
  const { first, end } = await hold(
    grace,
    (request) => request.method() === method && path.test(new URL(request.url()).pathname),
  )
  try {
    await work(first)
  } finally {
    await end()
  }
}

/** Sends something, and fills the field with another text before the server has it. */
const sendsWhile = (path: RegExp, send: () => Promise<void>, field: string, text: string) =>
  holding('POST', path, async (isHeld) => {
    await send()
    await isHeld
    await grace.fill(field, text)
  })

/** Resolves when a field has a text. */
const has = (field: string, text: string) =>
  grace.page.waitForFunction(
    `document.querySelector('textarea[placeholder=${JSON.stringify(field)}]')?.value === ${JSON.stringify(text)}`,
  )

/** Resolves when the focus is on what has a name. */
const isOn = (name: string) =>
  grace.page.waitForFunction(`document.activeElement.ariaLabel === ${JSON.stringify(name)}`)
