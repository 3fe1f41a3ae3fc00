import { expect, test } from '@jest/globals'
import { mailTo } from '../support/sign-in-mails.ts'
import { grace, users } from './cast.ts'
import { createSpace } from './spaces.fixture.ts'

/** Comments on a page, and is told of answers. */
export function discussing() {
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
    await grace.clickOn('form ::-p-aria([name="Reply"][role="button"])')
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

  test('a reply is told to whom it answers, and is read when its entry is opened', async () => {
    const { made, spaceId } = users
    const { items } = await made('listCommentsInSpace', { spaceId }, undefined, { status: 'resolved' })
    await made('postCommentReplyInSpace', { spaceId, commentId: items[0].id }, { body: { markdown: 'Thank you' } })
    await grace.goto(`/o/${users.organizationId}/notifications`)
    await grace.reads('Ada replied to you')
    await grace.clickOn('main li a')
    await grace.sees('heading', 'Springs')
    await grace.goto(`/o/${users.organizationId}/notifications`)
    await grace.click('button', 'Mark all as read')
    await grace.page.waitForFunction(`!document.querySelector('main [data-unread]')`)
    await grace.sees('link', 'Notifications')
  })

  test('a comment and a reply get reactions from a menu, which a click takes back', async () => {
    const { spaceId, page } = await createSpace('Choir')
    const { id: commentId } = await users.made('postCommentInSpace', { spaceId }, { body: { markdown: 'Sing.' }, page })
    await users.made('postCommentReplyInSpace', { spaceId, commentId }, { body: { markdown: 'Aloud.' } })
    const tab = await users.open()
    await tab.goto(`/s/${spaceId}/p/${page}`)
    await tab.reads('Aloud.')
    for (const at of [1, 2]) {
      await tab.clickOn(`::-p-xpath((//button[@aria-label="React to Ada"])[${at}])`)
      await tab.click('menuitem', 'Celebration')
      await tab.page.waitForFunction(
        `document.querySelectorAll('[aria-label="React with 🎉, 1 so far"][aria-pressed=true]').length === ${at}`,
      )
    }
    const taken = tab.page.waitForFunction(`document.querySelectorAll('[aria-label^="React with 🎉"]').length === 1`)
    await tab.clickOn('[aria-label="React with 🎉, 1 so far"]')
    await taken
    await tab.page.close()
  })
}
