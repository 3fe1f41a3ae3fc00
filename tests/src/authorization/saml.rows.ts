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

export const samlRows: Rows = {
  listSAMLProvidersInOrganizationById: { least: 'admin', ok: 200, ...organization },
  createOrganizationSAMLProvider: { least: 'admin', ok: 201, ...organization, given: body(samlSettings('more')) },
  getOrganizationSAMLProviderById: { least: 'admin', ok: 200, ...organization },
  updateOrganizationSAMLProvider: { least: 'admin', ok: 200, ...organization, given: body({}) },
  deleteOrganizationSAMLProvider: { least: 'admin', ok: 205, ...organization, given: on('SAML provider') },
  listSSOProviderLoginsInOrganization: { least: 'member', ok: 200 },
  ...signingIn,
}
