import { EffortExceeded, holds, reads, type Value } from '@quire/conditions'
import { takeTurn, unavailable } from '@quire/kit'

type Variables = Readonly<Record<string, string>>

/** A condition, with the variables of the page that it is about. */
interface Condition {
  condition?: string | undefined
  variables?: Variables | undefined
}

/**
 * The conditions of everything that one request of a visitor reads. Equal conditions are evaluated once, and all together
 * have one effort: beyond it the request is refused with 503.
 */
export interface VisitorConditions {
  /** True if there is no condition, or if it holds. */
  holds(condition: string | undefined, variables?: Variables): boolean
  /** Evaluates many conditions in slices, in the turns of the visitor. Afterwards `holds` knows them. */
  decide(conditions: Iterable<Condition>): Promise<void>
}

/**
 * Steps of all conditions of a request, with one for each character: some 10,000 pages with conditions of their own, or
 * any number with equal ones, take less. The worst conditions take a quarter of a second for them.
 */
const maxSteps = 500_000
/** Steps between two turns; one condition may take as many again. They take some milliseconds. */
const stepsPerTurn = 10_000

/**
 * @param claims the claims of the visitor: plain data, parsed from JSON
 * @param groups the groups that the visitor's work waits in (`groupsOf`)
 */
export function visitorConditions(
  claims: object,
  groups: readonly string[],
  { turn = takeTurn, evaluate = holds } = {},
): VisitorConditions {
  const visitor = { claims: claims as Value }
  const effort = { left: maxSteps }
  const known = new Map<string, boolean>()
  let nextTurnAt = maxSteps
  let turning: Promise<void> | undefined

  /** Conditions that read no variables are equal for all pages. No condition is the key of another one with variables. */
  const keyOf = (condition: string, variables: Variables) =>
    JSON.stringify(reads(condition, 'page') ? [condition, variables] : condition)

  function decided(key: string, condition: string, vars: Variables): boolean {
    const before = known.get(key)
    if (before !== undefined) return before
    const value = evaluated(condition, vars)
    known.set(key, value)
    return value
  }

  function evaluated(condition: string, vars: Variables): boolean {
    try {
      return evaluate(condition, { visitor, page: { vars }, space: { vars: {} } }, effort)
    } catch (error) {
      if (error instanceof EffortExceeded) throw tooMuch()
      throw error
    }
  }

  /** Evaluations of one request that run side by side share its turns. */
  function nextTurn(): Promise<void> {
    turning ??= turn(groups).then(() => {
      nextTurnAt = effort.left - stepsPerTurn
      turning = undefined
    })
    return turning
  }

  return {
    holds: (condition, variables = {}) =>
      condition === undefined || decided(keyOf(condition, variables), condition, variables),
    async decide(conditions) {
      for (const { condition, variables = {} } of conditions) {
        if (condition === undefined) continue
        const key = keyOf(condition, variables)
        while (!known.has(key) && effort.left <= nextTurnAt) await nextTurn()
        decided(key, condition, variables)
      }
    },
  }
}

const tooMuch = () =>
  unavailable('The conditions of these pages take too much work for these claims: ask for less at once, or later.', 60)
