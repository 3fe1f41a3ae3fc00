import { type Answer, askOperations } from '@quire/contracts'
import { eventStream } from '@quire/kit'
import { memberReader } from '../readers/reader.ts'
import { answer, answerEvents, type QuestionContext } from './answers.ts'
import { answersWhileAllowed, askingMember } from './answers-while-allowed.ts'
import { type AskContext, implement } from './context.ts'
import { recommendQuestions } from './questions/recommended-questions.ts'
import { requireReady } from './require-ready.ts'

const open = (context: AskContext) => requireReady(context, memberReader(context.access.member))

interface AskedQuestion {
  query: string
  previousQueries?: string[] | undefined
  format?: QuestionContext['format']
}

/** Yields the growing answer to a member. */
function answers(context: AskContext, { query: question, previousQueries = [], format }: AskedQuestion) {
  const { sql, access, deps, parser } = context
  const [reader, asking] = [memberReader(access.member), askingMember(context)]
  const { index, vectors } = deps
  const parts = { sql, index, vectors, holders: asking.holders, reader, readerNow: asking.readerNow, parser }
  return answersWhileAllowed(
    context,
    deps.writer,
    (writer, signal) => answer({ ...parts, writer, question, previousQueries, format, signal }),
    asking,
  )
}

const recommended = ({ sql, access, deps }: AskContext) =>
  recommendQuestions(sql, memberReader(access.member), deps.questions)

export const askRoutes = implement(askOperations, {
  async askInOrganization(context) {
    await open(context)
    let last: Answer = { followupQuestions: [], sources: [] }
    for await (const one of answers(context, { ...context.body, format: context.query.format })) last = one
    return { answer: last }
  },

  async streamAskInOrganization(context) {
    await open(context)
    return eventStream(answerEvents(answers(context, context.query)))
  },

  async getRecommendedQuestionsInOrganization(context) {
    await open(context)
    return { questions: await recommended(context) }
  },

  async streamRecommendedQuestionsInOrganization(context) {
    await open(context)
    const questions = await recommended(context)
    return eventStream(
      (async function* () {
        for (const question of questions) yield { question }
      })(),
    )
  },
})
