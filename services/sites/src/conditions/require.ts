import { ConditionError, checkCondition } from '@quire/conditions'
import { badRequest } from '@quire/kit'

/**
 * The condition that `field` sets: null where it is empty, undefined where it is left alone. A text that is no condition
 * is 400 with `field` and the place in it.
 */
export function requireCondition(field: string, text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null || text.trim() === '') return text === undefined ? undefined : null
  try {
    checkCondition(text)
    return text
  } catch (error) {
    if (error instanceof ConditionError) throw badRequest(field, error.message)
    throw error
  }
}

/** Whether a change, in which undefined leaves the condition, may have visitors meet it who did not before. */
export const opensMore = (before: string | null, after: string | null | undefined): boolean =>
  before !== null && after !== undefined && after !== before
