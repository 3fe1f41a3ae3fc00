import { contentContributorOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { listContributorsToPage } from './page-contributors.ts'
import { listContributorsToSpace } from './space-contributors.ts'

export const contentContributorRoutes = implement(contentContributorOperations, {
  listContributorsToSpace,
  listContributorsToPage,
})
