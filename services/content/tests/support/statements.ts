import type { World } from '../world.ts'

type Query = (...args: unknown[]) => unknown

/** What asks for access or content; the service's own jobs, which run when they will, do not. */
const ofReads = /"(tree_node|document|revision|change_request)"|^\s*with recursive/

/** The job that counts runs when it will. */
const ofCounting = /counter_(mark|due)|granted_spaces/

/** The statements that the service sent to its database to read content, and to find out who may, during some work. */
export const readsDuring = (world: World, work: () => Promise<unknown>): Promise<string[]> =>
  statementsDuring(world, ofReads, work)

/** The statements of a kind that the service sent to its database during some work. */
export async function statementsDuring(world: World, kind: RegExp, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const stop = onStatements(world, kind, (statement) => sent.push(statement))
  await work().finally(stop)
  return sent
}

/** Resolves when the service has sent its next statement of a kind, and so waits for the locks that it needs. */
export function nextStatement(world: World, kind: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onStatements(world, kind, () => resolve())
  return promise.finally(stop)
}

/** Calls `hear` with each statement of a kind that the service sends, until it is stopped. */
function onStatements({ test }: World, kind: RegExp, hear: (statement: string) => void): () => void {
  const { Client } = test.service.foundation.database
  const query: Query = Reflect.get(Client.prototype, 'query')
  Reflect.set(Client.prototype, 'query', function (this: object, ...args: unknown[]) {
    const [given] = args
    const statement = typeof given === 'string' ? given : String(Object(given).text)
    if (kind.test(statement) && !ofCounting.test(statement)) hear(statement)
    return Reflect.apply(query, this, args)
  })
  return () => void Reflect.set(Client.prototype, 'query', query)
}
