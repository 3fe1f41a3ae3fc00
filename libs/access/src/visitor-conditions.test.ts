import { expect, test } from '@jest/globals'
import { holds } from '@quire/conditions'
import { visitorConditions } from './visitor-conditions.ts'

/** A condition that takes nearly all the steps that one may take, and then does not hold. */
const costly = (at: number) =>
  `visitor.claims.a.split("").map((x) => visitor.claims.a.split("").some((y) => y + x === "${at}")).includes("z")`
const claims = { a: 'abcdefghij'.repeat(3), plan: 'pro' }

/** The conditions of a visitor, with what was evaluated and how many turns were taken. */
function counted(of: object = claims) {
  const evaluated: string[] = []
  const turns: (readonly string[])[] = []
  const conditions = visitorConditions(of, ['site a', '127.0.0.2'], {
    turn: async (groups) => void turns.push(groups),
    evaluate: (condition, context, effort) => {
      evaluated.push(condition)
      return holds(condition, context, effort)
    },
  })
  return { conditions, evaluated, turns }
}

test('equal conditions of thousands of pages are evaluated once, those that read variables once for each of them', async () => {
  const { conditions, evaluated, turns } = counted()
  const pages = Array.from({ length: 3000 }, (_, at) => ({
    condition: at % 2 ? 'visitor.claims.plan === "pro"' : 'visitor.claims.plan === page.vars.plan',
    variables: { plan: ['pro', 'free'][at % 3] ?? 'none' },
  }))
  await conditions.decide(pages)
  expect(evaluated).toHaveLength(4)
  expect(pages.filter(({ condition, variables }) => conditions.holds(condition, variables))).toHaveLength(2000)
  expect(evaluated).toHaveLength(4)
  expect(turns).toHaveLength(1)
  expect(conditions.holds(undefined)).toBe(true)
})

test('the work is done in slices, each in a turn of the visitor’s address on the site', async () => {
  const { conditions, turns, evaluated } = counted()
  await conditions.decide(Array.from({ length: 50 }, (_, at) => ({ condition: costly(at) })))
  expect(evaluated).toHaveLength(50)
  expect(turns.length).toBeGreaterThan(15)
  expect(new Set(turns.map((groups) => groups.join(' ')))).toEqual(new Set(['site a 127.0.0.2']))
})

test('a request whose conditions take too much together is refused and told to come again, and evaluates no more', async () => {
  const { conditions, evaluated } = counted()
  const pages = Array.from({ length: 3000 }, (_, at) => ({ condition: costly(at) }))
  const refused = { status: 503, headers: { 'Retry-After': '60' } }
  await expect(conditions.decide(pages)).rejects.toMatchObject(refused)
  expect(evaluated.length).toBeLessThan(200)
  const before = evaluated.length
  // The request stays refused: what was not evaluated is neither shown nor hidden.
  expect(() => conditions.holds('visitor.claims.plan === "pro" && true')).toThrow(
    expect.objectContaining({ status: 503 }) as never,
  )
  expect(evaluated.length - before).toBeLessThanOrEqual(1)
})
