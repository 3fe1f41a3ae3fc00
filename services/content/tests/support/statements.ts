import type { World } from '../world.ts'

type Query = (...args: unknown[]) => unknown

/** What asks for access or content; the service's own jobs, which run when they will, do not. */
const ofReads = /"(tree_node|document|revision|change_request)"|^\s*with recursive/

/** The statements that the service sent to its database to read content, and to find out who may, during some work. */
export const readsDuring = (world: World, work: () => Promise<unknown>): Promise<string[]> =>
  statementsDuring(world, ofReads, work)

/** The statements of a kind that the service sent to its database during some work. */
export async function statementsDuring({ test }: World, kind: RegExp, work: () => Promise<unknown>): Promise<string[]> {
  const { Client } = test.service.foundation.database.config.get('driverOptions') as { Client: { prototype: object } }
  const query: Query = Reflect.get(Client.prototype, 'query')
  const sent: string[] = []
  Reflect.set(Client.prototype, 'query', function (this: object, ...args: unknown[]) {
    const [given] = args
    const statement = typeof given === 'string' ? given : String(Object(given).text)
    if (kind.test(statement)) sent.push(statement)
    return Reflect.apply(query, this, args)
  })
  try {
    await work()
  } finally {
    Reflect.set(Client.prototype, 'query', query)
  }
  return sent
}
