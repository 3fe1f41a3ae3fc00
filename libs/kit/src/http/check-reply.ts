import type { Operation } from '@quire/contracts'
import { type AnyOutcome, Outcome } from './outcome.ts'

/** Throws if a reply breaks its contract, which is a bug. */
export function checkReply(operation: Operation, outcome: AnyOutcome): void {
  if (!(outcome instanceof Outcome)) return
  const { status, body } = outcome
  const schema = operation.replies[status as keyof Operation['replies']]
  if (schema === undefined) throw new Error(`${operation.id} declares no reply ${status}`)
  if (schema === null) return
  const result = schema.safeParse(JSON.parse(JSON.stringify(body ?? null)))
  if (!result.success) throw new Error(`${operation.id} broke its contract: ${result.error.message}`)
}
