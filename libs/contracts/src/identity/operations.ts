import { memberOperations } from './members.operations.ts'
import { organizationOperations } from './organizations.operations.ts'
import { teamOperations } from './teams.operations.ts'
import { tokenOperations } from './tokens.operations.ts'
import { userOperations } from './users.operations.ts'

export const identityOperations = {
  ...organizationOperations,
  ...memberOperations,
  ...teamOperations,
  ...userOperations,
  ...tokenOperations,
}
