import type { Person, World } from '@quire/world'
import type { OpenIdProvider } from '@quire/world/openid-provider'
import type { Api, RequestOptions } from '../support/api-client.ts'

/** The organization in which everything is changed once, and its administrator. */
export interface Script {
  world: World
  api: Api
  admin: Person
  organizationId: string
  /** The OpenID Connect provider of the installation. */
  openId: OpenIdProvider
}

/** A write of the administrator's in their organization, which must succeed; resolves with its body. */
export const write = ({ api, admin, organizationId }: Script, operation: string, sent: RequestOptions = {}) =>
  api.made(operation, admin.token, { ...sent, params: { organizationId, ...sent.params } })
