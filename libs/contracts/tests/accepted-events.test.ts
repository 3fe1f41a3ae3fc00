import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { eventBreakages, eventShapes } from '../accepted/contracts.ts'

const text = readFileSync(new URL('../accepted/events.json', import.meta.url), 'utf8')
const accepted = () => JSON.parse(text)
const present = () => JSON.parse(JSON.stringify(eventShapes()))

test('services of the accepted and of the present version read what the other one tells', () => {
  expect(eventBreakages(accepted(), present())).toEqual([])
})

/* biome-ignore lint/suspicious/noExplicitAny: a change may be made anywhere in a parsed shape */
type Change = (shape: any) => void
const both = (change: Change) => (shape: Parameters<Change>[0]) => {
  change(shape.told)
  change(shape.taken)
}
const breaking: [string, Change][] = [
  ['a field is added without a default', both((it) => it.required.push('color') && addColor(it))],
  ['a field is gone', both((it) => delete it.properties[it.required.shift()])],
  ['a field has another type', both((it) => Object.assign(it.properties.disabled, { type: 'string' }))],
  ['a field may be null now', both((it) => Object.assign(it.properties, { userId: orNull(it.properties.userId) }))],
  ['a field is never null any more', both((it) => Object.assign(it.properties, { lastSeenAt: { type: 'string' } }))],
  ['a value is added', both((it) => role(it).push('owner'))],
  ['a value is gone', both((it) => role(it).pop())],
]
const addColor = (shape: Parameters<Change>[0]) => Object.assign(shape.properties, { color: { type: 'string' } })
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const role = (shape: Parameters<Change>[0]) => shape.properties.role.anyOf[0].enum

test.each(breaking)('it is noticed when %s', (_, change) => {
  const changed = accepted()
  change(changed['identity.member'])
  expect(eventBreakages(accepted(), changed)).not.toEqual([])
})

test('it is noticed when a noun is gone', () => {
  const { 'identity.member': _, ...changed } = accepted()
  expect(eventBreakages(accepted(), changed)).toEqual(['identity.member is gone'])
})

test('no service is broken by a field with a default', () => {
  const changed = accepted()
  const { told, taken } = changed['identity.member']
  addColor(told)
  told.required.push('color')
  addColor(taken)
  expect(eventBreakages(accepted(), changed)).toEqual([])
})
