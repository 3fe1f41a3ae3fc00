import { maxScimResults, scimOperations, scimSchemas } from '@quire/contracts'
import { implement } from '../context.ts'
import { listResponse } from './lists.ts'

const { getScimServiceProviderConfig, listScimResourceTypes, listScimSchemas } = scimOperations

const all = { startIndex: 1, count: maxScimResults }

/** What this implementation of SCIM can do (RFC 7643, sections 5 to 7). */
export const scimDiscoveryRoutes = implement(
  { getScimServiceProviderConfig, listScimResourceTypes, listScimSchemas },
  {
    async getScimServiceProviderConfig() {
      return {
        schemas: [scimSchemas.serviceProviderConfig],
        patch: { supported: true },
        bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
        filter: { supported: true, maxResults: maxScimResults },
        changePassword: { supported: false },
        sort: { supported: false },
        etag: { supported: false },
        authenticationSchemes: [
          { type: 'oauthbearertoken', name: 'SCIM token', description: 'A token that an administrator creates' },
        ],
      }
    },

    async listScimResourceTypes() {
      return listResponse(all, 2, [
        resourceType('User', '/Users', scimSchemas.user),
        resourceType('Group', '/Groups', scimSchemas.group),
      ])
    },

    async listScimSchemas() {
      return listResponse(all, 2, [
        {
          ...{ schemas: [scimSchemas.schema], id: scimSchemas.user, name: 'User', description: 'A member' },
          attributes: [
            attribute('userName', 'string', { required: true, uniqueness: 'server' }),
            attribute('displayName', 'string'),
            attribute('externalId', 'string', { caseExact: true, uniqueness: 'server' }),
            attribute('active', 'boolean'),
          ],
        },
        {
          ...{ schemas: [scimSchemas.schema], id: scimSchemas.group, name: 'Group', description: 'A team' },
          attributes: [
            attribute('displayName', 'string', { required: true }),
            attribute('externalId', 'string', { caseExact: true, uniqueness: 'server' }),
            {
              ...attribute('members', 'complex', { multiValued: true }),
              subAttributes: [attribute('value', 'string', { required: true, mutability: 'immutable' })],
            },
          ],
        },
      ])
    },
  },
)

const resourceType = (name: string, endpoint: string, schema: string) => ({
  schemas: [scimSchemas.resourceType],
  ...{ id: name, name, endpoint, schema },
})

const attribute = (name: string, type: string, more: object = {}) => ({
  ...{ name, type, multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
})
