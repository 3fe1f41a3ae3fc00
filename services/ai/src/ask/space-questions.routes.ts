import { spaceQuestionOperations } from '@quire/contracts'
import { eventStream } from '@quire/kit'
import { readerOfSpaces } from '../readers/reader-of-spaces.ts'
import { answer, answerEvents } from './answers.ts'
import { answersWhileAllowed } from './answers-while-allowed.ts'
import { implement } from './context.ts'
import { recommendQuestions } from './questions/recommended-questions.ts'
import { requireReady } from './require-ready.ts'

/** Questions to the spaces of a site. The sites service has decided which spaces, and for which visitor. */
export const spaceQuestionRoutes = implement(spaceQuestionOperations, {
  async askInSpaces(context) {
    const { sql, params, body, deps, parser } = context
    const readerNow = () => readerOfSpaces(context, { ...params, ...body })
    const reader = await readerNow()
    await requireReady(context, reader)
    const { question, previousQuestions: previousQueries = [], format, holder, holderGroups } = body
    const holders = [...holderGroups, holder]
    const { index, vectors } = deps
    const parts = { sql, index, vectors, holders, reader, readerNow, parser }
    const answers = answersWhileAllowed(
      context,
      deps.writer,
      (writer, signal) => answer({ ...parts, writer, question, previousQueries, format, signal }),
      { holders, readerNow },
    )
    return eventStream(answerEvents(answers))
  },

  async recommendQuestionsInSpaces(context) {
    const { sql, params, body, deps } = context
    const reader = await readerOfSpaces(context, { ...params, ...body })
    await requireReady(context, reader)
    return { questions: await recommendQuestions(sql, reader, deps.questions) }
  },
})
