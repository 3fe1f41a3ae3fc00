import { expect, test } from '@jest/globals'
import { type ReadersContext, readerOfSpaces } from './reader-of-spaces.ts'

test('all that is of a page which a visitor is shown stays, in its order, and content is asked once about the page', async () => {
  const asked: unknown[] = []
  const call = async (_: string, { body }: { body: { pages: { id: string }[] } }) => {
    asked.push(body.pages)
    return { pages: body.pages.filter(({ id }) => id !== 'closed') }
  }
  const asker = { claims: {} }
  const reader = await readerOfSpaces({ call } as never as ReadersContext, {
    organizationId: 'acme',
    spaces: ['a'],
    asker,
  })
  const of = (id: string, question: string) => ({ space: 'a', id, document: 'r1', question })
  const [one, other] = [of('open', 'What?'), of('open', 'Why?')]
  const visible = await reader.visiblePages?.([one, of('closed', 'Who?'), other])
  expect(visible).toEqual({ whole: [one, other], partly: [] })
  expect(asked).toEqual([['open', 'closed'].map((id) => ({ space: 'a', id, revision: 'r1' }))])
})
