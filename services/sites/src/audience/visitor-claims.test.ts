import { expect, test } from '@jest/globals'
import { AdaptiveJsonSchema } from '@quire/contracts'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { visitorClaims } from './visitor-claims.ts'

const of = (properties: object) => ({ type: 'object', properties, additionalProperties: false })
const claims = {
  beta: { type: 'boolean' },
  plan: { type: 'string', enum: ['pro', 'free'] },
  name: { type: 'string' },
  seats: { type: 'number' },
  roles: { type: 'array', items: { type: 'string' } },
  team: of({ lead: { type: 'boolean' } }),
}
const schema = AdaptiveJsonSchema.parse(of({ ...claims, unsigned: of(claims) }))

test('of signed claims those are seen that the schema names, of the types that it says', () => {
  const right = { beta: false, plan: 'pro', name: 'Ada', seats: 2, roles: ['a', 'b'], team: { lead: true } }
  const unsigned = {}
  expect(visitorClaims({ schema, signed: { ...right, other: 1, exp: 5 }, unsigned })).toEqual(right)
  const wrong = { beta: 'true', plan: 'gold', name: 7, seats: '2', roles: 'a', team: [true] }
  expect(visitorClaims({ schema, signed: wrong, unsigned })).toEqual({})
  const partly = { roles: ['a', 1, null, 'b', {}], team: { lead: 1, other: true }, name: null }
  expect(visitorClaims({ schema, signed: partly, unsigned })).toEqual({ roles: ['a', 'b'], team: {} })
})

test('unsigned claims are never signed ones, and say booleans and numbers as texts', () => {
  const unsigned = { beta: 'true', plan: 'pro', name: 'true', seats: '2.5', roles: ['a'], team: { lead: 'false' } }
  expect(visitorClaims({ schema, signed: { unsigned: { beta: true } }, unsigned })).toEqual({
    unsigned: { ...unsigned, beta: true, seats: 2.5, team: { lead: false } },
  })
  const odd = { beta: 'yes', plan: 'gold', seats: 'Infinity', team: 'lead' }
  expect(visitorClaims({ schema, signed: {}, unsigned: odd })).toEqual({})
})

test('without a schema every signed claim is seen, and no unsigned one', () => {
  const signed = { plan: 'pro', deep: { list: [1, { a: true }] }, nothing: null, unsigned: { beta: true } }
  expect(visitorClaims({ schema: undefined, signed, unsigned: { beta: true } })).toEqual({
    plan: 'pro',
    deep: { list: [1, { a: true }] },
  })
})

test('what is too long is left out, and takes no place from what is there', () => {
  const long = '語'.repeat(1200)
  const seen = visitorClaims({ schema, signed: { name: long, roles: [long, 'a'] }, unsigned: { name: long, seats: 1 } })
  expect(seen).toEqual({ name: long, roles: ['a'], unsigned: { seats: 1 } })
})

test('texts that no part of the system takes are left out, so nobody is locked out by what a link said of them', () => {
  const unsigned = { name: 'a\0b', roles: ['\ud800', 'a'], seats: '1' }
  expect(visitorClaims({ schema, signed: unsigned, unsigned })).toEqual({
    roles: ['a'],
    unsigned: { roles: ['a'], seats: 1 },
  })
  expect(visitorClaims({ schema: undefined, signed: { 'a\0': 1, '\ud800': 1, b: 1 }, unsigned })).toEqual({ b: 1 })
})

test('whatever a visitor brings, claims are plain, small and nothing but what the schema names', () => {
  const keys = ['beta', 'plan', 'name', 'seats', 'roles', 'team', 'unsigned', '__proto__', 'constructor', 'toString']
  const raw = fc.oneof(
    fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), fc.anything()),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
    fc.jsonValue({ maxDepth: 2 }).map((value) => ({ list: Array(500).fill(value), more: Array(500).fill([value]) })),
    fc.jsonValue().map((value) => ({ ...claims, deep: value, ['__proto__']: value })),
  )
  fc.assert(
    fc.property(raw, raw, fc.boolean(), (signed, unsigned, hasSchema) => {
      const seen = visitorClaims({ schema: hasSchema ? schema : undefined, signed, unsigned })
      expect(JSON.parse(JSON.stringify(seen))).toEqual(seen)
      expect(Buffer.byteLength(JSON.stringify(seen))).toBeLessThan(4096 + 300)
      if (hasSchema) expect(Object.keys(seen).filter((name) => !Object.hasOwn(schema.properties, name))).toEqual([])
      else expect(seen).not.toHaveProperty('unsigned')
    }),
    { numRuns: runs(150) },
  )
})
