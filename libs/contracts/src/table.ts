import { aiOperations } from './ai/operations.ts'
import { contentNouns } from './content/events.ts'
import {
  changeRequestOperations,
  collectionOperations,
  commentOperations,
  pageOperations,
  spaceOperations,
} from './content/operations.ts'
import type { Noun } from './event.ts'
import { identityNouns } from './identity/events.ts'
import { identityOperations } from './identity/operations.ts'
import type { Operation } from './operation.ts'
import { sitesNouns } from './sites/events.ts'
import { sitesOperations } from './sites/operations.ts'

/** Every operation there is; the gateway routes by it, and what is not in it is an honest 404. */
export const allOperations: Operation[] = [
  ...Object.values<Operation>(identityOperations),
  ...Object.values<Operation>(collectionOperations),
  ...Object.values<Operation>(spaceOperations),
  ...Object.values<Operation>(pageOperations),
  ...Object.values<Operation>(changeRequestOperations),
  ...Object.values<Operation>(commentOperations),
  ...Object.values<Operation>(sitesOperations),
  ...Object.values<Operation>(aiOperations),
]

/** Everything that is told on the bus. */
export const allNouns = [...identityNouns, ...contentNouns, ...sitesNouns] as unknown as Noun[]
