import { ConditionError, checkCondition } from '@quire/conditions'
import { badRequest } from '@quire/kit'

/**
 * Returns the condition that `field` sets: null if it is empty, undefined if it is left unchanged. Throws 400 with
 * `field` and the position of the error for an invalid condition.
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

/**
 * True if visitors may meet the condition after a change who did not before; undefined leaves the condition unchanged.
 */
export const revealsMore = (before: string | null, after: string | null | undefined): boolean =>
  before !== null && after !== undefined && after !== before
