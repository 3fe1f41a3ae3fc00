import { type Answer, askOperations } from '@quire/contracts'
import { eventStream, forbidden, notFound, unavailable } from '@quire/kit'
import { type AiContext, implement } from '../context.ts'
import { answer, type QuestionContext, questionAbout } from './answers.ts'
import { answerable } from './retrieval.ts'

const indexWaitMs = 2000
const questionsRecommended = 5

/** Throws unless the organization allows questions and the caller's own writes can be found. */
async function open({ access, sql, deps }: AiContext): Promise<void> {
  const organization = await sql
    .selectFrom('organization')
    .select('state')
    .where('id', '=', access.organizationId)
    .executeTakeFirst()
  if (organization?.state.ai === false) throw forbidden('This organization has switched AI features off.')
  if (!(await deps.indexer.caughtUp(access.member, indexWaitMs))) {
    throw unavailable('The index has not caught up with the latest changes yet.')
  }
}

function asking(context: AiContext, question: string, format: QuestionContext['format']): QuestionContext {
  const { sql, access, deps, signal, parser } = context
  return { sql, index: deps.index, member: access.member, writer: deps.writer, question, format, signal, parser }
}

async function recommended({ sql, access }: AiContext): Promise<string[]> {
  const pages = await sql
    .selectFrom('page')
    .select(['title'])
    .where(answerable(access.member, 'page.space_id'))
    .orderBy('space_id')
    .orderBy('id')
    .limit(questionsRecommended)
    .execute()
  return pages.map(({ title }) => questionAbout({ titles: [title], pageTitle: title }))
}

/** A stream outlives the check of its request, so it must end with the membership. */
async function* whileMember<Item>({ access, deps }: AiContext, items: AsyncIterable<Item>): AsyncIterable<Item> {
  for await (const item of items) {
    if (deps.revocations.has('identity.member', access.member.id)) throw notFound('The organization')
    yield item
  }
}

async function* asEvents(answers: AsyncIterable<Answer>) {
  for await (const one of answers) yield { type: 'answer' as const, answer: one }
}

export const askRoutes = implement(askOperations, {
  async askInOrganization(context) {
    await open(context)
    let last: Answer = { followupQuestions: [], sources: [] }
    for await (const one of answer(asking(context, context.body.query, context.query.format))) last = one
    return { answer: last }
  },

  async streamAskInOrganization(context) {
    await open(context)
    const answers = answer(asking(context, context.query.query, context.query.format))
    return eventStream(asEvents(whileMember(context, answers)))
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
