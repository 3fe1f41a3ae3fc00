import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** An operation as the published description has it; `path` without `/v1`. */
export interface Published {
  method: string
  path: string
  statuses: string[]
}

/** The operations of one version of the published description, by id. */
export function publishedOperations(packageName: 'gitbook-api' | 'gitbook-api-authoring'): Map<string, Published> {
  const { paths } = JSON.parse(readFileSync(require.resolve(`${packageName}/spec/openapi.json`), 'utf8'))
  const found = new Map<string, Published>()
  for (const [path, methods] of Object.entries<Record<string, unknown>>(paths))
    for (const [method, one] of Object.entries(methods)) {
      const { operationId, responses } = one as { operationId?: string; responses?: object }
      if (operationId)
        found.set(operationId, { method: method.toUpperCase(), path, statuses: Object.keys(responses ?? {}) })
    }
  return found
}
