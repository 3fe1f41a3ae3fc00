import { spaceQuestionOperations } from '@quire/contracts'
import { eventStream } from '@quire/kit'
import { asEvents } from '../ask/answer-events.ts'
import { answer } from '../ask/answers.ts'
import { requireOpen } from '../ask/open.ts'
import { recommendedTo } from '../ask/questions/recommended.ts'
import { whileReadable } from '../ask/while-readable.ts'
import { implement } from '../context.ts'
import { spacesReader } from '../readers/space-readers.ts'

/** Questions to the spaces of a site. Sites has decided which ones, and for whom. */
export const spaceQuestionRoutes = implement(spaceQuestionOperations, {
  async askInSpaces(context) {
    const { sql, params, body, deps, parser } = context
    const readerNow = () => spacesReader(context, { ...params, ...body })
    const reader = await readerNow()
    await requireOpen(context, reader)
    const { question, previousQuestions: previousQueries = [], format, holder } = body
    const { index, vectors } = deps
    const parts = { sql, index, vectors, holder, reader, readerNow, parser }
    const answers = whileReadable(
      context,
      deps.writer,
      (writer, signal) => answer({ ...parts, writer, question, previousQueries, format, signal }),
      { holder, readerNow },
    )
    return eventStream(asEvents(answers))
  },

  async recommendQuestionsInSpaces(context) {
    const { sql, params, body, deps } = context
    const reader = await spacesReader(context, { ...params, ...body })
    await requireOpen(context, reader)
    return { questions: await recommendedTo(sql, reader, deps.questions) }
  },
})
