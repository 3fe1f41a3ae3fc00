import { type Caller, forbidden, notFound, unauthorized } from '@quire/kit'
import { Access } from './access-findings.ts'

/** Admits tokens of the installation alone: no role in an organization is enough. */
export function onOperator({ kind }: Caller): Access {
  if (kind !== 'installation') throw forbidden('This takes a token of the installation.')
  return new Access()
}

/** Admits the SCIM tokens of the path's organization. Everybody else learns nothing of it. */
export function onProvisioning({ kind, organizationId: own }: Caller, organizationId: string): Access {
  if (kind === 'none') throw unauthorized()
  if (kind !== 'scim') throw forbidden('Provisioning needs a token that was made for SCIM.')
  if (own !== organizationId) throw notFound('The organization')
  return new Access({ organizationId, level: 'admin' })
}
