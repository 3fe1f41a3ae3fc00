import type { RunningService } from '@quire/kit'

type Query = (...args: unknown[]) => unknown

/**
 * Calls `listener` with each statement that a service sends to its database, the connection, and a promise of the answer,
 * until stopped.
 */
export function onStatements(
  { foundation }: Pick<RunningService, 'foundation'>,
  listener: (statement: string, connection: object, answer: Promise<unknown>) => void,
): () => void {
  const { Client } = foundation.database
  const query: Query = Reflect.get(Client.prototype, 'query')
  Reflect.set(Client.prototype, 'query', function (this: object, ...args: unknown[]) {
    const [given] = args
    const answer = Reflect.apply(query, this, args)
    listener(typeof given === 'string' ? given : String(Object(given).text), this, Promise.resolve(answer))
    return answer
  })
  return () => void Reflect.set(Client.prototype, 'query', query)
}

/** Resolves when the service has sent its next statement of a kind, and so waits for the locks of that statement. */
export function nextStatement(service: RunningService, kind: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onStatements(service, (statement) => kind.test(statement) && resolve())
  return promise.finally(stop)
}

/** Resolves when the service has the answer to its next statement of a kind. */
export function nextAnswer(service: RunningService, kind: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onStatements(service, (statement, _, answer) => {
    if (kind.test(statement)) void answer.then(() => resolve()).catch(() => resolve())
  })
  return promise.finally(stop)
}
