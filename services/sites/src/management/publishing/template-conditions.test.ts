import { expect, test } from '@jest/globals'
import { checkCondition, holds } from '@quire/conditions'
import { AdaptiveJsonSchema } from '@quire/contracts'
import { visitorClaims } from '../../audience/visitor-claims.ts'
import { templateConditions } from './adaptive.routes.ts'

const of = (properties: object) => ({ type: 'object', properties, additionalProperties: false })
const quotes = '"\\\n'.slice(0, 2)
const schema = AdaptiveJsonSchema.parse(
  of({
    beta: { type: 'boolean' },
    plan: { type: 'string', enum: ['pro', quotes, ''] },
    name: { type: 'string' },
    seats: { type: 'number' },
    roles: { type: 'array', items: { type: 'string', enum: ['writer', quotes] } },
    marks: { type: 'array', items: { type: 'number' } },
    'first name': of({ [quotes]: of({ default: { type: 'boolean' } }) }),
    unsigned: of({ beta: { type: 'boolean' }, 'größe 😀': { type: 'number' } }),
  }),
)

test('each template is a condition, true of the claims that it describes and false without any', () => {
  const claims = visitorClaims({
    schema,
    signed: {
      ...{ beta: true, plan: quotes, name: 'Ada', seats: 3, roles: ['writer', quotes], marks: [1] },
      'first name': { [quotes]: { default: true } },
    },
    unsigned: { beta: 'true', 'größe 😀': '2' },
  })
  const templates = templateConditions(schema)
  for (const { condition } of templates) checkCondition(condition)
  const holdFor = (claims: object) =>
    templates
      .filter(({ condition }) => holds(condition, { visitor: { claims } as never }))
      .map((one) => one.description)
  expect(holdFor(claims)).toEqual([
    ...['beta is true', `plan is ${JSON.stringify(quotes)}`, 'name is not empty', 'seats is more than 0'],
    ...['roles has "writer"', `roles has ${JSON.stringify(quotes)}`, 'marks is not empty'],
    ...[`first name.${quotes}.default is true`, 'unsigned.beta is true', 'unsigned.größe 😀 is more than 0'],
  ])
  expect(holdFor({})).toEqual(
    ['beta', `first name.${quotes}.default`, 'unsigned.beta'].map((one) => `${one} is not true`),
  )
})

test('the longest names and values that a schema may have make conditions', () => {
  const name = '"'.repeat(64)
  const deepest = { type: 'string', enum: ['\\'.repeat(100)] }
  const nested = [1, 2, 3, 4].reduce<object>((inner) => of({ [name]: inner }), deepest)
  for (const { condition } of templateConditions(AdaptiveJsonSchema.parse(of({ [name]: nested }))))
    checkCondition(condition)
})
