import { expect, test } from '@jest/globals'
import { grace, users } from './cast.ts'
import { createSpace } from './spaces.fixture.ts'

/** Comes from a site to suggest a change of a page, with more or fewer rights. */
export function suggesting() {
  test('whoever suggests a change is led into a change request, to the comments, or told whom to ask', async () => {
    const { spaceId, page } = await createSpace('Suggestions')
    const address = `/s/${spaceId}/p/${page}?suggest=true`
    await grace.goto(address)
    await grace.sees('heading', 'Edit Start')
    // Another time she chooses: what she has begun may be about something else.
    await grace.goto(address)
    await grace.reads('You have begun change requests in this space.')
    await grace.click('link', '#2 Edit “Start”')
    await grace.sees('heading', 'Edit Start')
    const { items } = await users.made('listChangeRequestsForSpace', { spaceId }, undefined, { status: 'draft' })
    expect(items).toHaveLength(1)
    await users.made('inviteToSpace', { spaceId }, { role: 'comment', users: [users.grace] })
    await grace.goto(address)
    await grace.reads('Write what should be different as a comment.')
    await grace.sees('textbox', 'Write a comment …')
    await users.made('inviteToSpace', { spaceId }, { role: 'read', users: [users.grace] })
    await grace.goto(address)
    await grace.reads('You may read this page, but neither change it nor comment on it. Ask Ada')
  })
}
