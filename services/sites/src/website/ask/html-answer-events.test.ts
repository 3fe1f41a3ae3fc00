import { afterEach, expect, jest, test } from '@jest/globals'
import type { EventStream } from '@quire/kit'
import { effectiveSettings } from '../../view/effective-settings.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { answerEvents } from './html-answer-events.ts'
import { createQuestionLimit } from './question-limit.ts'

const question = { question: 'What?', previousQuestions: [], from: null }
const first = (stream: EventStream) => stream.events[Symbol.asyncIterator]().next()

afterEach(() => void jest.restoreAllMocks())

test('readers who leave before their answer begins keep no place', async () => {
  const asker = { address: 'one', limit: createQuestionLimit(), isRead: true, signal: AbortSignal.abort() }
  for (let reader = 0; reader < 5; reader += 1)
    await first(answerEvents({} as PageContext, {} as SiteTrees, question, asker))
  for (let place = 0; place < 4; place += 1) await asker.limit.acquire('one')
  await expect(asker.limit.acquire('one')).rejects.toMatchObject({ status: 429 })
})

test('an answer for which there is no more time breaks off, and does not end as if it were complete', async () => {
  const late = new AbortController()
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal)
  const asker = { address: 'one', limit: createQuestionLimit(), isRead: true, signal: new AbortController().signal }
  const site = { isForAgents: true, structure: [], audience: { claims: {} }, settings: effectiveSettings(undefined) }
  const pageContext = {
    site,
    accessWatch: (_: unknown, signal: AbortSignal) => ({ signal, check: async () => {}, onChange: () => () => {} }),
    async *callStream(_: unknown, { signal }: { signal: AbortSignal }) {
      late.abort(new DOMException('', 'TimeoutError'))
      signal.throwIfAborted()
      yield {}
    },
  } as unknown as PageContext
  const { events } = answerEvents(pageContext, {} as SiteTrees, question, asker)
  const read = async () => {
    for await (const _ of events);
  }
  await expect(read()).rejects.toMatchObject({ status: 503 })
})
