import { expect, test } from '@jest/globals'
import { evaluate, holds } from './conditions.ts'

const claims = JSON.parse(`{
  "plan": "pro", "seats": 12, "share": "0.5", "admin": true, "nobody": null, "roles": ["writer", "Editor"],
  "teams": [{ "name": "docs", "size": 3 }, { "name": "api", "size": 9 }],
  "address": { "country": "NL", "first name": "Ada" }, "__proto__": { "admin": "own" }, "toString": "own text",
  "unsigned": { "beta": false, "language": "en" }
}`)
const context = { visitor: { claims }, page: { vars: { version: '2.1' } } }

test.each([
  ['visitor.claims.plan === "pro" && "beta" in visitor.claims.unsigned', true],
  ['visitor.claims.plan == "free" || visitor.claims.admin', true],
  ['visitor.claims.unsigned.beta', false],
  ['!visitor.claims.unsigned.beta', true],
  ['visitor.claims.address["first name"] == "Ada"', true],
  ["visitor['claims']['pl' + 'an'] !== 'free'", true],
  ['visitor.claims.seats > 10 && visitor.claims.seats <= 12 && 11 < visitor.claims.seats', true],
  ['visitor.claims.share < 1 && visitor.claims.share >= 0.5', true],
  ['visitor.claims.seats == "12" && visitor.claims.seats !== "12"', true],
  ['visitor.claims.nobody == undefined && visitor.claims.nobody !== undefined', true],
  ['"a" < "b" && !("b" < "a") && "a" <= "a"', true],
  ['visitor.claims.roles.includes("writer") && !visitor.claims.roles.includes("editor")', true],
  ['"writer" in visitor.claims.roles && !("length" in visitor.claims.roles)', true],
  ['visitor.claims.roles.length == 2 && visitor.claims.roles[1] == "Editor"', true],
  ['visitor.claims.roles.some(role => role.toLowerCase() === "editor")', true],
  ['visitor.claims.teams.every(({ size }) => size > 1)', undefined],
  ['visitor.claims.teams.every(team => team.size > 1)', true],
  ['visitor.claims.teams.find((team, at) => at > 0).name', 'api'],
  ['visitor.claims.teams.filter(one => one.size > 5).map(one => one.name).join()', 'api'],
  ['visitor.claims.teams.map(t => t.size * 2 - 1).indexOf(17)', 1],
  ['visitor.claims.teams.some(a => visitor.claims.teams.some(b => b.size == a.size * 3))', true],
  ['visitor.claims.plan.startsWith("p") && visitor.claims.plan.endsWith("o")', true],
  ['" Pro ".trim().toUpperCase().slice(0, 2)', 'PR'],
  ['"a,b".split(",").includes(visitor.claims.missing ?? "b")', true],
  [['visitor.claims.admin ? `v$', '{page.vars.version}` : "none"'].join(''), 'v2.1'],
  ['"Dear " + visitor.claims.name + visitor.claims.seats', 'Dear 12'],
  ['typeof visitor.claims.seats + typeof visitor.claims.missing', 'numberundefined'],
  ['-visitor.claims.seats + +"13" + 7 % 4 / 3', 2],
  ['(visitor?.claims)?.plan?.includes("r")', true],
  // A missing value, or one of another type, is undefined and causes no error.
  ['visitor.claims.missing.deeper.still', undefined],
  ['visitor.claims.missing.includes("a") || visitor.claims.seats.includes("a")', undefined],
  ['visitor.claims.roles.toLowerCase()', undefined],
  ['missing', undefined],
  ['visitor.claims.missing < 1 || visitor.claims.missing >= 0 || visitor.claims.nobody >= 0', false],
  ['visitor.claims.admin > 0 || visitor.claims.address < 1 || visitor.claims.roles == "writer,Editor"', false],
  ['"x" in visitor.claims.missing || "x" in "x" || 0 in visitor.claims.address', false],
  ['visitor.claims.address + visitor.claims.roles', undefined],
  ['visitor.claims.plan.includes() || visitor.claims.plan.startsWith(undefined)', false],
  // Only own properties of the data are visible.
  ['visitor.constructor || visitor.claims.constructor || visitor.hasOwnProperty || "".constructor', undefined],
  ['visitor.__proto__ || visitor["__proto__"] || visitor.claims.roles.__proto__ || "a".__proto__', undefined],
  ['visitor.claims.__proto__.admin + visitor.claims.toString', 'ownown text'],
  ['"toString" in visitor || "constructor" in visitor.claims || "__proto__" in visitor', false],
  ['visitor.claims.roles.map || visitor.claims.plan.trim', undefined],
  ['globalThis ?? process ?? this_ ?? NaN ?? Infinity', undefined],
])('%s', (text, expected) => {
  expect(evaluate(text, context)).toEqual(expected)
  expect(holds(text, context)).toBe(Boolean(expected))
})

test('a getter is not run, and what is no plain data is not there', () => {
  const hostile = {
    get plan(): string {
      throw new Error('was run')
    },
    run: () => 'ran',
    big: 1n as never,
  }
  expect(holds('claims.plan || claims.run || claims.big', { claims: hostile as never })).toBe(false)
})

const many = Array.from({ length: 1000 }, (_, at) => at)
test.each([
  'many.some(a => many.some(b => many.some(c => a + b + c < 0)))',
  'many.every(a => many.indexOf(-1) < 0)',
  'many.map(a => many).map(a => a.map(b => many))',
  'many.map(one => long + long).join(long)',
  'many.map(one => long.split(""))',
  'many.some(one => many.map(two => long).includes(long + "x"))',
  'many.every(one => many.every(two => +long !== two))',
  ['many.filter(one => `$', '{long}$', '{long}$', '{long}` == "")'].join(''),
])('%s asks for too much work, and gives nothing', (text) => {
  expect(evaluate(text, { many, long: 'x'.repeat(4000) })).toBeUndefined()
})
