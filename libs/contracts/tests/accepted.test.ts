import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { breakages } from '../accepted/contracts.ts'
import { openApiDocument } from '../src/index.ts'

const text = readFileSync(new URL('../accepted/openapi.json', import.meta.url), 'utf8')
const accepted = () => JSON.parse(text)
const generated = () => JSON.parse(JSON.stringify(openApiDocument('http://localhost:4000')))

test('no change of a published shape breaks a client', () => {
  expect(breakages(accepted(), generated())).toEqual([])
})

/* biome-ignore lint/suspicious/noExplicitAny: a change may be made anywhere in a parsed document */
type Change = (document: any) => void
const space = '/v1/spaces/{spaceId}'
const sent = (document: Parameters<Change>[0]) =>
  document.paths['/v1/orgs'].post.requestBody.content['application/json'].schema
const breaking: [string, Change][] = [
  ['an operation is gone', (it) => delete it.paths[space].get],
  ['an operation has another id', (it) => Object.assign(it.paths[space].get, { operationId: 'getSpace' })],
  ['a field of a reply is gone', (it) => delete it.components.schemas.Space.properties.title],
  ['a field of a reply may be absent', (it) => it.components.schemas.Space.required.shift()],
  [
    'a field of a reply has another type',
    (it) => Object.assign(it.components.schemas.Space.properties.title, { type: 'number' }),
  ],
  ['a field of a body is required', (it) => sent(it).required.push('type')],
  ['a field of a body is shorter', (it) => Object.assign(sent(it).properties.title, { maxLength: 100 })],
  ['a field of a body has another type', (it) => Object.assign(sent(it).properties.title, { type: 'integer' })],
  ['a value is no longer taken', (it) => it.components.schemas.OrganizationUseCase.enum.shift()],
  ['a parameter is gone', (it) => it.paths[`${space}/search`].get.parameters.pop()],
  ['a parameter is required', (it) => Object.assign(it.paths[space].get.parameters.at(-1), { required: true })],
  ['a status is gone', (it) => delete it.paths[space].delete.responses['205']],
  ['a kind of change is no longer taken', (it) => variants(it).pop()],
]
const variants = (document: Parameters<Change>[0]) =>
  document.paths[`${space}/change-requests/{changeRequestId}/content`].post.requestBody.content['application/json']
    .schema.properties.changes.items.oneOf

test.each(breaking)('it is noticed when %s', (_, change) => {
  const changed = accepted()
  change(changed)
  expect(breakages(accepted(), changed)).not.toEqual([])
})

const additions: [string, Change][] = [
  ['an operation', (it) => Object.assign(it.paths, { '/v1/new': { get: it.paths[space].get } })],
  ['a field of a reply', (it) => Object.assign(it.components.schemas.Space.properties, { color: { type: 'string' } })],
  ['an optional field of a body', (it) => Object.assign(sent(it).properties, { color: { type: 'string' } })],
  ['a value that is taken', (it) => it.components.schemas.OrganizationUseCase.enum.push('more')],
  ['an optional parameter', (it) => it.paths[space].get.parameters.push({ in: 'query', name: 'x', schema: {} })],
]

test.each(additions)('a client is not broken by %s', (_, change) => {
  const changed = accepted()
  change(changed)
  expect(breakages(accepted(), changed)).toEqual([])
})
