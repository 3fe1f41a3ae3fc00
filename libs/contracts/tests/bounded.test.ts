import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { allOperations, type Operation } from '../src/index.ts'

/** The parts of a JSON schema that this test reads. */
interface Shape {
  type?: string
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

/** Returns the paths of lists without a bound, except lists whose items nobody parses. */
function unbounded(shape: Shape, path: string): string[] {
  const { type, maxItems, items = {}, properties = {}, anyOf = [], oneOf = [], allOf = [] } = shape
  const isEndless = type === 'array' && maxItems === undefined && Object.keys(items).length > 0
  return [
    ...(isEndless ? [path] : []),
    ...(type === 'array' ? unbounded(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => unbounded(inner, path)),
  ]
}

const withInput = allOperations.filter(({ body, query }) => body ?? query)
const bodyOf = ({ id, body, query }: Operation) =>
  [body, query].flatMap((schema) =>
    schema ? unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, id) : [],
  )

test('every list that a request may bring has a greatest length', () => {
  expect(withInput.flatMap(bodyOf)).toEqual([])
})

test('a list that is too long is refused before its items are looked at', () => {
  let seen = 0
  const item = z.string().refine(() => {
    seen += 1
    return false
  })
  const refused = z.object({ list: z.array(item).max(3) }).safeParse({ list: Array.from({ length: 1000 }, () => 'x') })
  expect({ seen, issues: refused.error?.issues }).toMatchObject({ seen: 0, issues: [{ path: ['list'] }] })
})

test('too many people named for a team get one error, not one each', () => {
  const { body } = allOperations.find(({ id }) => id === 'updateMembersInOrganizationTeam') ?? {}
  const memberships = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`person-${n}`, 'nothing']))
  const refused = body?.safeParse({ memberships })
  expect(refused?.error?.issues).toMatchObject([{ path: ['memberships'], message: 'must name 1000 people at most' }])
})
