import { identityInternalOperations } from '@quire/contracts'
import { implement } from '../context.ts'

export const keyRoutes = implement(identityInternalOperations, {
  async getSigningKeys({ signer }) {
    return { keys: signer.publicKeys() }
  },
})
