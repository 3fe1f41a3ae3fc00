import { createContext, runInContext } from 'node:vm'
import { expect, jest, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { ConditionError } from './condition-error.ts'
import { EffortExceeded, evaluate, holds } from './conditions.ts'
import { checkCondition } from './parse-condition.ts'

const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'length',
]
const name = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(...hostileNames))
const json = fc.jsonValue({ maxDepth: 3 })
const data = fc.dictionary(name, fc.oneof(json, fc.dictionary(name, json)), { noNullPrototype: false })

const pieces = [
  ...['a', 'b', 'c', 'visitor', 'claims', 'constructor', '__proto__', 'globalThis', 'this', 'new ', 'typeof ', 'in '],
  ...['(', ')', '[', ']', '{', '}', '.', '?.', '??', '?', ':', ',', ';', '=>', '=', '==', '===', '!', '&&', '||', '+'],
  ...[
    '"x"',
    "'",
    '`',
    '${',
    '1',
    '0.5',
    '/',
    '//',
    '/*',
    '\n',
    '\\u0061',
    '#',
    '...',
    '.map(',
    '.some(',
    'function',
    '😀',
  ],
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...pieces), fc.nat(600)).map(([piece, times]) => piece.repeat(times)),
)

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isPlain)
    : value === null || ['undefined', 'boolean', 'number', 'string'].includes(typeof value)

test('whatever text is no condition is refused with a place in it, and everything else gives plain data', () => {
  fc.assert(
    fc.property(text, data, (condition, context) => {
      const before = JSON.stringify(context)
      const value = evaluate(condition, context as never)
      expect(isPlain(value)).toBe(true)
      expect(holds(condition, context as never)).toBe(Boolean(value))
      expect(JSON.stringify(context)).toBe(before)
      try {
        checkCondition(condition)
      } catch (error) {
        if (!(error instanceof ConditionError)) throw error
        expect(value).toBeUndefined()
        expect(error.column).toBeLessThanOrEqual(condition.length + 1)
      }
    }),
    { numRuns: runs(800) },
  )
})

/** An expression twice: as a condition, and as JavaScript that tolerates missing values. */
type Written = { ours: string; theirs: string }

const literal = fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.constant(null))
const same = (written: string): Written => ({ ours: written, theirs: written })
const { expression } = fc.letrec<{ expression: Written; place: Written }>((tie) => ({
  place: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', 'c', 'd').map((root) => ({ ours: root, theirs: `own(data, ${JSON.stringify(root)})` })),
    fc.tuple(tie('place'), name).map(([of, key]) => ({
      ours: `${of.ours}[${JSON.stringify(key)}]`,
      theirs: `own(${of.theirs}, ${JSON.stringify(key)})`,
    })),
  ),
  expression: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    literal.map((value) => same(JSON.stringify(value))),
    tie('place'),
    tie('expression').map(({ ours, theirs }) => ({ ours: `!(${ours})`, theirs: `!(${theirs})` })),
    tie('expression').map(({ ours, theirs }) => ({ ours: `typeof (${ours})`, theirs: `typeof (${theirs})` })),
    fc
      .tuple(tie('expression'), fc.constantFrom('===', '!==', '&&', '||'), tie('expression'))
      .map(([left, operator, right]) => ({
        ours: `(${left.ours}) ${operator} (${right.ours})`,
        theirs: `(${left.theirs}) ${operator} (${right.theirs})`,
      })),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([one, two, three]) => ({
      ours: `(${one.ours}) ? (${two.ours}) : (${three.ours})`,
      theirs: `(${one.theirs}) ? (${two.theirs}) : (${three.theirs})`,
    })),
    fc.tuple(tie('expression'), tie('expression')).map(([one, two]) => ({
      ours: `[${one.ours}, ${two.ours}].includes(${one.ours})`,
      theirs: `[${one.theirs}, ${two.theirs}].includes(${one.theirs})`,
    })),
    fc
      .tuple(fc.string({ maxLength: 3 }), fc.string({ maxLength: 2 }))
      .map(([one, two]) => same(`${JSON.stringify(one)}.includes(${JSON.stringify(two)})`)),
  ),
}))

test('an expression over JSON gives what JavaScript gives of what the data has itself', () => {
  const own = 'const own = (of, key) => of == null || !Object.hasOwn(of, key) ? undefined : of[key];'
  const javascript = createContext({ json: '' })
  fc.assert(
    fc.property(expression, data, ({ ours, theirs }, context) => {
      fc.pre(ours.length <= 1024)
      javascript.json = JSON.stringify(context)
      const expected = runInContext(`{ const data = JSON.parse(json); ${own} JSON.stringify([${theirs}]) }`, javascript)
      expect(JSON.stringify([evaluate(ours, JSON.parse(JSON.stringify(context)))])).toBe(expected)
    }),
    { numRuns: runs(200) },
  )
})

const source = fc.constantFrom(
  'many',
  'many.map(one => long)',
  'many.map(one => many)',
  'long.split("")',
  '[long, long]',
)
const item = fc.constantFrom(
  'one',
  'long',
  'one + long',
  ['`$', '{one}$', '{long}$', '{long}`'].join(''),
  '+long',
  'many.join(long)',
  'long.split("")',
)
const end = fc.constantFrom('', '.join()', '.join(long)', '.includes(long)', '.indexOf(long + "x")', '.length')
const costly = fc
  .tuple(source, fc.array(item, { minLength: 1, maxLength: 2 }), end, fc.constantFrom('map', 'filter', 'some'))
  .map(([list, items, last, method]) => {
    const body = items.reduce((inner, one) => `${list}.${method}(two => ${inner === '' ? one : inner})`, '')
    return `${list}.${method}(one => ${body === '' ? 'one' : body})${method === 'some' ? '' : last}`
  })

test('no expression builds more text than its steps pay for, whatever it joins, and together none exceed their effort', () => {
  const join = Array.prototype.join
  let built = 0
  const spy = jest.spyOn(Array.prototype, 'join').mockImplementation(function (this: unknown[], separator) {
    const text = join.call(this, separator)
    built += text.length
    return text
  })
  const context = { many: Array.from({ length: 300 }, (_, at) => at), long: '1234567890'.repeat(350) }
  try {
    fc.assert(
      fc.property(fc.array(costly, { minLength: 1, maxLength: 5 }), fc.nat(30_000), (expressions, left) => {
        const effort = { left }
        built = 0
        let isExceeded = false
        for (const expression of expressions) {
          try {
            evaluate(expression, context, effort)
          } catch (error) {
            expect(error).toBeInstanceOf(EffortExceeded)
            isExceeded = true
            break
          }
        }
        const spent = left - effort.left
        // Inner texts of fewer characters than a step pays for, and the sources of error messages, count too.
        expect(built).toBeLessThanOrEqual(100 * spent + 10_000)
        expect(isExceeded).toBe(spent > left)
        // One evaluation and its characters may go beyond what is left, and no other begins then.
        expect(spent).toBeLessThanOrEqual(left + 10_000 + 1024)
      }),
      { numRuns: runs(200) },
    )
  } finally {
    spy.mockRestore()
  }
})
