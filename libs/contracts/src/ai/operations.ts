import { z } from 'zod'
import { anyMember } from '../access-rules.ts'
import { DocumentFormat } from '../content/pages.ts'
import { operations } from '../operation.ts'
import { QueryFlag } from '../shared/list.ts'
import { Answer, AnswerEvent, AskQuery, Question } from './answers.ts'

const presentation = { format: DocumentFormat.optional(), details: QueryFlag.optional() }

export const askOperations = operations('ai', {
  askInOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/ask',
    summary: 'Ask a question over the spaces the caller can see',
    access: anyMember,
    reads: true,
    query: z.object(presentation),
    body: AskQuery,
    replies: { 200: z.strictObject({ answer: Answer }) },
  },
  streamAskInOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/ask/stream',
    summary: 'Ask a question and read the answer as it is written',
    access: anyMember,
    query: z.object({ query: Question, ...presentation }),
    streams: AnswerEvent,
    replies: { 200: null },
  },
  getRecommendedQuestionsInOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/ask/questions',
    summary: 'Questions worth asking over the spaces the caller can see',
    access: anyMember,
    replies: { 200: z.strictObject({ questions: z.array(z.string()) }) },
  },
  streamRecommendedQuestionsInOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/ask/questions/stream',
    summary: 'Questions worth asking, one event each',
    access: anyMember,
    streams: z.strictObject({ question: z.string() }),
    replies: { 200: null },
  },
})
