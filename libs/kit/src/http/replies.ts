import type { Operation } from '@quire/contracts'
import { type AnyOutcome, Download, EventStream, Outcome, Text, VisitAnswer, WebPage } from './outcome.ts'

/** Converts the result of a handler to an answer: a plain value is a 200. */
export function asOutcome(result: unknown): AnyOutcome {
  const isOutcome = [Outcome, EventStream, Download, WebPage, Text, VisitAnswer].some((kind) => result instanceof kind)
  return isOutcome ? (result as AnyOutcome) : new Outcome(200, result)
}

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
