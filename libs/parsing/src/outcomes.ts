import { DocumentError, type DocumentErrorCode } from '@quire/document/errors'

/** The outcome of one text: a value, or its refusal. */
export type Outcome<Value> = { value: Value } | { error: DocumentError }

/** An outcome as threads send it, because messages lose the classes of errors. An error that is not a refusal is a bug. */
export type SentOutcome<Value> =
  | { value: Value }
  | { refused: { code: DocumentErrorCode; message: string; line: number | undefined } }
  | { bug: string }

/** Does a task. A refusal is an outcome; any other error is thrown. */
export async function outcomeOf<Value>(task: () => Value | Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await task() }
  } catch (error) {
    if (error instanceof DocumentError) return { error }
    throw error
  }
}

/** Returns the value of an outcome; throws the refusal. */
export function resultOf<Value>(outcome: Outcome<Value>): Value {
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Returns the value of each item, or a substitute if the item was refused. */
export const valuesOf = <Item, Value>(
  items: readonly Item[],
  outcomes: readonly Outcome<Value>[],
  otherwise: (item: Item) => Value | Promise<Value>,
): Promise<Value[]> =>
  Promise.all(
    items.map(async (item, at) => {
      const outcome = outcomes[at]
      return outcome && 'value' in outcome ? outcome.value : otherwise(item)
    }),
  )

export async function sent<Value>(task: () => Value | Promise<Value>): Promise<SentOutcome<Value>> {
  try {
    return { value: await task() }
  } catch (error) {
    if (!(error instanceof DocumentError)) return { bug: error instanceof Error ? String(error.stack) : String(error) }
    const { code, message, line } = error
    return { refused: { code, message, line } }
  }
}

export function received<Value>(outcome: SentOutcome<Value>): Outcome<Value> {
  if ('bug' in outcome) throw new Error(`A task failed in its thread: ${outcome.bug}`)
  if ('value' in outcome) return outcome
  const { code, message, line } = outcome.refused
  // The message names the line already.
  return { error: Object.assign(new DocumentError(code, message), { line }) }
}
