import { expect, test } from '@jest/globals'
import { ConditionError } from './condition-error.ts'
import { holds } from './conditions.ts'
import { checkCondition } from './parse-condition.ts'

test.each([
  ['visitor.claims.plan = "pro"', 'nothing can be assigned: compare with == or === at column 1'],
  ['visitor.claims.plan ===', 'Unexpected token at column 24'],
  ['visitor.claims.plan === "pro', 'Unterminated string constant at column 25'],
  ['visitor.claims\n  .plan @ 1', "Unexpected character '@' at line 2, column 9"],
  ['a\r\n&& b ~ c', 'Unexpected token at line 2, column 6'],
  ['', 'must be an expression at column 1'],
  ['  ', 'must be an expression at column 1'],
  ['const a = 1', 'must be an expression at column 1'],
  ['a == 1; b == 2', 'must be one expression only at column 9'],
  ['a && (b, c)', 'this cannot be part of a condition at column 7'],
  ['a && new Date()', 'this cannot be part of a condition at column 6'],
  ['this.a', 'this cannot be part of a condition at column 1'],
  ['import("fs")', 'this cannot be part of a condition at column 1'],
  ['a`b`', 'this cannot be part of a condition at column 1'],
  ['a++', 'this cannot be part of a condition at column 1'],
  ['a.includes(...b)', 'this cannot be part of a condition at column 12'],
  ['({ a: 1 })', 'objects cannot be written at column 2'],
  ['[1,,2]', 'an item is missing at column 1'],
  ['/(a+)+$/.test(b)', 'there is no method test at column 10'],
  ['a == /b/', 'only texts, numbers, lists, true, false and null can be written at column 6'],
  ['a == 1n', 'only texts, numbers, lists, true, false and null can be written at column 6'],
  ['delete a.b', 'the operator delete is not known at column 1'],
  ['a instanceof b', 'the operator instanceof is not known at column 1'],
  ['a ** b', 'the operator ** is not known at column 1'],
  ['#a in b', 'Unexpected token at column 1'],
  ['a.#b', "Private field '#b' must be declared in an enclosing class at column 3"],
  ['alert(1)', 'only methods of texts and lists can be called at column 1'],
  ['a["includes"](1)', 'only methods of texts and lists can be called at column 1'],
  ['a.constructor("b")', 'there is no method constructor at column 3'],
  ['a.includes(1, 2, 3)', 'includes takes fewer arguments at column 18'],
  ['a.some("b")', 'some takes a function, such as one => one === "a" at column 8'],
  ['a.includes(b => b)', 'a function can only be given to some, every, find, filter and map at column 12'],
  ['a.some(b => { while (true); })', 'a function must be one expression at column 8'],
  ['a.some(async b => b)', 'a function must be one expression at column 8'],
  ['a.some((b = 1) => b)', 'must be a name at column 9'],
  ['a.some((a, b, c) => b)', 'a function takes an item and its place only at column 8'],
  ['a.some(function (b) { return b })', 'some takes a function, such as one => one === "a" at column 8'],
  [`${'('.repeat(201)}a${')'.repeat(201)}`, 'this is nested too deeply at column 201'],
  [`${'['.repeat(511)}a${']'.repeat(511)}`, 'this is nested too deeply at column 201'],
  [`${'!'.repeat(1023)}a`, 'this is nested too deeply at column 201'],
  [`${'a=>'.repeat(341)}a`, 'a function can only be given to some, every, find, filter and map at column 1'],
  ['a'.repeat(1025), 'must have at most 1024 characters: there are more at column 1025'],
])('%s is refused with its place, and does not hold', (text, message) => {
  expect(() => checkCondition(text)).toThrow(ConditionError)
  expect(() => checkCondition(text)).toThrow(message)
  expect(holds(text, { a: true })).toBe(false)
})

test('a chain as long as a condition may be holds', () => {
  expect(holds(`${'a||'.repeat(190)}b`, { b: true })).toBe(true)
  expect(holds(`"${'a'.repeat(1022)}"`, {})).toBe(true)
})
