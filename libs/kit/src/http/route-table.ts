import { type Operation, pathParamNames } from '@quire/contracts'
import createRouter from 'find-my-way'

/** The parts of an operation that decide which requests are for it. */
type Route = Pick<Operation, 'method' | 'path' | 'rest'>

export interface Match<One = Operation> {
  operation: One
  params: Record<string, string>
}

/** Finds the operation of a method and path (without query), or undefined. Gateway and services use the same table. */
export type RouteTable<One = Operation> = (method: string, path: string) => Match<One> | undefined

/** Long enough for page paths; the router treats a longer one as unknown. */
const maxParamLength = 2048

/** Compiles operations into a radix tree: the cost of a look-up does not grow with their number. */
export function routeTable<One extends Route>(operations: readonly One[]): RouteTable<One> {
  const router = createRouter({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength,
  })
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    router.on(operation.method, operation.rest ? path.replace(/:\w+$/, '*') : path, () => undefined, operation)
  }
  return (method, path) => {
    const found = router.find(method as 'GET', path)
    return found ? matchOf(found.store as One, found.params as Record<string, string>) : undefined
  }
}

/** Names the rest of a path as the operation declares. A path without a rest is not found. */
function matchOf<One extends Route>(
  operation: One,
  { '*': rest, ...params }: Record<string, string>,
): Match<One> | undefined {
  if (!operation.rest) return { operation, params }
  const name = pathParamNames(operation.path).at(-1)
  return name !== undefined && rest ? { operation, params: { ...params, [name]: rest } } : undefined
}
