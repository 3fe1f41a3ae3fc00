import { joiningOperations } from '@quire/contracts'
import { done } from '@quire/kit'
import { implement } from '../context.ts'
import { requireUser } from '../users/users.rules.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
import { joinByDomain } from './joining.rules.ts'
import { organizationsForEmailDomain } from './joining-email-domains.ts'
import { joinByLink } from './joining-links.ts'

/** Operations by which people become members themselves. A token that is limited to one organization joins no other. */
export const joiningRoutes = implement(joiningOperations, {
  getOrganizationsForEmailDomain: organizationsForEmailDomain,

  async joinOrganizationWithInvite(context) {
    const { sql, caller, userId, params } = context
    requireWholeAccount(caller)
    await joinByLink(context, await requireUser(sql, userId), params)
    return {}
  },

  async joinOrganization({ sql, emit, caller, userId, params, publicUrl }) {
    requireWholeAccount(caller)
    await joinByDomain({ sql, emit }, await requireUser(sql, userId), params.organizationId, publicUrl)
    return done()
  },
})
