import type { Operation } from './operation.ts'
import list from './unbuilt-operations.json' with { type: 'json' }

interface UnbuiltOperation {
  id: string
  method: Operation['method']
  path: Operation['path']
  /** The part of the interface that the operation belongs to. */
  capability: string
}

/** Operations of the published interface that no service has yet. The list is generated (`npm run accept`). */
export const unbuiltOperations = list as UnbuiltOperation[]
