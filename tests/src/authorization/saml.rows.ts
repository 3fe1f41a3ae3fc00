import { samlSettings } from '../support/seed.ts'
import { body, on, organization, type Rows } from './row-types.ts'

/** Operations without a token, because they lead to one. */
const signingIn: Rows = {
  getSAMLServiceMetadata: { least: 'anyone', ok: 200 },
  startSAMLSignIn: { least: 'anyone', ok: 200 },
  // Anybody gets as far as the assertion or the code, which are invalid. A read-only token ends before.
  acceptSAMLResponse: {
    least: 'anyone',
    ok: 400,
    meets: { limited: 403 },
    given: () => ({
      body: new URLSearchParams({ SAMLResponse: 'bm9uZQ==' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
  },
  exchangeSignInCode: { least: 'anyone', ok: 400, meets: { limited: 403 }, given: body({ code: 'none' }) },
}

const scimUser = body({ userName: 'nobody@example.com' })
const scimGroup = body({ displayName: 'Nobody' })
const scimPatch = body({ Operations: [{ op: 'replace', path: 'active', value: false }] })

/** Only a SCIM token may, which no caller here has: whoever they are, people are refused alike. */
const provisioning = { least: 'user', ok: 403 } as const
const provisioningRows: Rows = {
  getScimServiceProviderConfig: provisioning,
  listScimResourceTypes: provisioning,
  listScimSchemas: provisioning,
  listScimUsers: provisioning,
  createScimUser: { ...provisioning, given: scimUser },
  getScimUser: provisioning,
  replaceScimUser: { ...provisioning, given: scimUser },
  patchScimUser: { ...provisioning, given: scimPatch },
  deleteScimUser: provisioning,
  listScimGroups: provisioning,
  createScimGroup: { ...provisioning, given: scimGroup },
  getScimGroup: provisioning,
  replaceScimGroup: { ...provisioning, given: scimGroup },
  patchScimGroup: { ...provisioning, given: scimPatch },
  deleteScimGroup: provisioning,
}

export const samlRows: Rows = {
  listScimTokens: { least: 'admin', ok: 200, ...organization },
  createScimToken: { least: 'admin', ok: 201, ...organization, given: body({ name: 'Directory' }) },
  revokeScimToken: { least: 'admin', ok: 205, ...organization, given: on('SCIM token') },
  ...provisioningRows,
  listSAMLProvidersInOrganizationById: { least: 'admin', ok: 200, ...organization },
  createOrganizationSAMLProvider: { least: 'admin', ok: 201, ...organization, given: body(samlSettings('more')) },
  getOrganizationSAMLProviderById: { least: 'admin', ok: 200, ...organization },
  updateOrganizationSAMLProvider: { least: 'admin', ok: 200, ...organization, given: body({}) },
  deleteOrganizationSAMLProvider: { least: 'admin', ok: 205, ...organization, given: on('SAML provider') },
  listSSOProviderLoginsInOrganization: { least: 'member', ok: 200 },
  ...signingIn,
}
