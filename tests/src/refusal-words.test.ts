import { expect, test } from '@jest/globals'
import { parseInput, Refusal } from '@quire/kit'
import { withBody } from './authorization/request-attempts.ts'
import { operationOf } from './support/api-client.ts'
import { described, type Schema } from './support/described-schemas.ts'
import { wrongValues } from './support/wrong-values.ts'

const root = { field: 'body', put: (value: unknown) => value }

function answerTo(id: string, body: unknown): string {
  const { body: schema } = operationOf(id)
  if (!schema) throw new Error(`${id} has no body`)
  try {
    parseInput(schema, body, 'body')
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return ''
}

test.each(withBody)('%s says of every wrong field what it must be', (id) => {
  const schema: Schema = Object.values(described(id).requestBody?.content ?? {})[0]?.schema ?? {}
  const unclear = [...wrongValues(schema, root)].flatMap(({ field, what, value }) => {
    const answer = answerTo(id, value)
    if (answer === '') return []
    const isUnclear = /Invalid|is not valid|expected|not known here/.test(answer)
    // A field of one of several alternatives may be missing because another one was meant.
    const isMissed = what !== 'missing' || /: (?:[\w.]+ )*(?:is required|must )/.test(answer)
    return isMissed && !isUnclear ? [] : [[field, what, answer]]
  })
  expect(unclear).toEqual([])
})

const wantedBody =
  'body.body: must have "markdown", a string of at most 65,536 characters, or "document", a document tree'

test.each([
  ['inviteUsersToOrganization', { emails: ['nope'] }, 'body.emails.0: must be an e-mail address'],
  [
    'inviteUsersToOrganization',
    { emails: [{ email: 'nope', role: 'read' }] },
    'body.emails.0.email: must be an e-mail address',
  ],
  ['inviteUsersToOrganization', { emails: [7] }, 'body.emails.0: must be a string or an object with "email", "role"'],
  ['postCommentInSpace', { body: 'hi' }, wantedBody],
  ['postCommentInSpace', { body: { markdown: 7 } }, wantedBody],
  ['postCommentInSpace', {}, 'body.body: is required'],
  ['createOrganization', {}, 'body.title: is required'],
  ['createOrganization', undefined, 'body: is required'],
])('%s answers %j with what is wanted', (id, body, words) => {
  expect(answerTo(id, body)).toBe(words)
})
