import { expect, test } from '@jest/globals'
import type { EventStream } from '@quire/kit'
import type { SiteTrees, Visiting } from '../routes/page-context.ts'
import { answerEvents } from './answer-events.ts'
import { askingRoom } from './room.ts'

const first = (stream: EventStream) => stream.events[Symbol.asyncIterator]().next()

test('readers who leave before their answer begins keep no place', async () => {
  const asker = { address: 'one', room: askingRoom(), isRead: true, signal: AbortSignal.abort() }
  const question = { question: 'What?', previousQuestions: [], from: null }
  for (let reader = 0; reader < 5; reader += 1)
    await first(answerEvents({} as Visiting, {} as SiteTrees, question, asker))
  for (let place = 0; place < 4; place += 1) await asker.room.enter('one')
  await expect(asker.room.enter('one')).rejects.toMatchObject({ status: 429 })
})
