import { expect, test } from '@jest/globals'
import type { EventStream } from '@quire/kit'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { answerEvents } from './html-answer-events.ts'
import { createQuestionLimit } from './question-limit.ts'

const first = (stream: EventStream) => stream.events[Symbol.asyncIterator]().next()

test('readers who leave before their answer begins keep no place', async () => {
  const asker = { address: 'one', limit: createQuestionLimit(), isRead: true, signal: AbortSignal.abort() }
  const question = { question: 'What?', previousQuestions: [], from: null }
  for (let reader = 0; reader < 5; reader += 1)
    await first(answerEvents({} as PageContext, {} as SiteTrees, question, asker))
  for (let place = 0; place < 4; place += 1) await asker.limit.acquire('one')
  await expect(asker.limit.acquire('one')).rejects.toMatchObject({ status: 429 })
})
