import { generate } from 'selfsigned'
import { type Claims, fillResponse } from './identity-provider/saml-response.ts'
import { samlify } from './identity-provider/samlify.ts'

export type { Claims } from './identity-provider/saml-response.ts'

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const algorithms = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
}

/** Deviations of an answer from the default one. */
export interface AnswerOptions {
  /** Changes the signed text, as a faulty or hostile provider would. */
  edit?: (xml: string) => string
  /** The signed parts; the assertion if absent. */
  signs?: 'assertion' | 'response' | 'both'
  hash?: keyof typeof algorithms
  /** Encrypts the assertion with this certificate. */
  encryptFor?: string
}

/** A SAML identity provider, as an organization would have one. */
export interface TestIdentityProvider {
  /** The settings that an organization enters to use it. */
  settings: { entityID: string; ssoURL: string; certificate: string }
  /** Parses the sign-in request in the address that a browser was redirected to. */
  read(address: string, metadata: string): Promise<{ id: string; issuer: string }>
  /** Answers the request with these claims, in base64 for the browser to return. `metadata` is that of the service. */
  answer(address: string, metadata: string, claims: Claims, options?: AnswerOptions): Promise<string>
}

/**
 * Creates a provider with its own key. The provider parses requests and signs answers with samlify, not with the library
 * that verifies them, so that the two cannot share a mistake.
 */
export async function identityProvider(name: string): Promise<TestIdentityProvider> {
  // Validation against schemas would need a program that is not installed.
  samlify.setSchemaValidator({ validate: async () => 'skipped' })
  const entityID = `https://${name}.example.com/metadata`
  const ssoURL = `https://${name}.example.com/sso?tenant=1`
  const key = await certified(name)
  const make = ({ hash = 'sha256', encryptFor }: AnswerOptions = {}) =>
    samlify.IdentityProvider({
      entityID,
      privateKey: key.private,
      signingCert: key.certificate,
      isAssertionEncrypted: encryptFor !== undefined,
      requestSignatureAlgorithm: algorithms[hash],
      singleSignOnService: [{ Binding: redirectBinding, Location: ssoURL }],
      singleLogoutService: [{ Binding: redirectBinding, Location: ssoURL }],
    })

  async function parse(address: string, metadata: string) {
    const query = Object.fromEntries(new URL(address).searchParams)
    return make().parseLoginRequest(samlify.ServiceProvider({ metadata }), 'redirect', { query })
  }

  return {
    settings: { entityID, ssoURL, certificate: key.certificate },

    async read(address, metadata) {
      const { request, issuer } = (await parse(address, metadata)).extract
      return { id: request?.id ?? '', issuer: issuer ?? '' }
    },

    async answer(address, metadata, claims, options = {}) {
      const request = await parse(address, metadata)
      const service = serviceFor(metadata, options)
      const requestId = request.extract.request?.id ?? ''
      const audience = service.entityMeta.getEntityID()
      const acsURL = service.entityMeta.getAssertionConsumerService('post')
      const xml = fillResponse({ claims, issuer: entityID, audience, acsURL, requestId })
      const { context } = await make(options).createLoginResponse(
        service,
        request,
        'post',
        {},
        {
          customTagReplacement: () => ({ id: requestId, context: options.edit?.(xml) ?? xml }),
        },
      )
      return context
    },
  }
}

/** The service as its metadata describes it, with the changes of `options`. */
function serviceFor(metadata: string, { signs = 'assertion', encryptFor }: AnswerOptions) {
  let described = metadata
  if (signs === 'response') described = described.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"')
  if (encryptFor) {
    const certificate = encryptFor.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const descriptor = `<KeyDescriptor use="encryption"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
    described = described.replace('<NameIDFormat>', `${descriptor}<NameIDFormat>`)
  }
  return samlify.ServiceProvider({ metadata: described, wantMessageSigned: signs === 'both' })
}

/** A new key with its certificate, both in PEM. */
export async function certified(name: string, options: Parameters<typeof generate>[1] = {}) {
  const subject = [{ name: 'commonName', value: name }]
  const pems = await generate(subject, { algorithm: 'sha256', ...options })
  return { private: pems.private, certificate: pems.cert }
}
