import type { Operation } from '@quire/contracts'
import createRouter from 'find-my-way'

export interface Match {
  operation: Operation
  params: Record<string, string>
}

/** Finds the operation of a method and path (without query), or undefined. Gateway and services use the same table. */
export type RouteTable = (method: string, path: string) => Match | undefined

/** Page paths are long; the router would call longer ones unknown. */
const longestParam = 2048

/** Compiles operations into a radix tree: the cost of a look-up does not grow with their number. */
export function routeTable(operations: Operation[]): RouteTable {
  const router = createRouter({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength: longestParam,
  })
  for (const operation of operations) {
    router.on(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, operation)
  }
  return (method, path) => {
    const found = router.find(method as 'GET', path)
    return found ? { operation: found.store as Operation, params: found.params as Record<string, string> } : undefined
  }
}
