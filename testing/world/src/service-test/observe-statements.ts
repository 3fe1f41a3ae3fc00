import type { RunningService } from '@quire/kit'

type Query = (...args: unknown[]) => unknown

/** Calls `listener` with each statement that a service sends to its database, and the connection, until stopped. */
export function onStatements(
  { foundation }: Pick<RunningService, 'foundation'>,
  listener: (statement: string, connection: object) => void,
): () => void {
  const { Client } = foundation.database
  const query: Query = Reflect.get(Client.prototype, 'query')
  Reflect.set(Client.prototype, 'query', function (this: object, ...args: unknown[]) {
    const [given] = args
    listener(typeof given === 'string' ? given : String(Object(given).text), this)
    return Reflect.apply(query, this, args)
  })
  return () => void Reflect.set(Client.prototype, 'query', query)
}

/** Resolves when the service has sent its next statement of a kind, and so waits for the locks of that statement. */
export function nextStatement(service: RunningService, kind: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onStatements(service, (statement) => kind.test(statement) && resolve())
  return promise.finally(stop)
}
