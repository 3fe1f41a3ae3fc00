import { createRequire } from 'node:module'

interface Request {
  extract: { request?: { id?: string }; issuer?: string }
}

interface ServiceSettings {
  metadata: string
  wantMessageSigned?: boolean
}

interface Service {
  entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: 'post'): string }
}

interface ProviderSettings {
  entityID: string
  privateKey: string
  signingCert: string
  requestSignatureAlgorithm: string
  isAssertionEncrypted: boolean
  singleSignOnService: { Binding: string; Location: string }[]
  singleLogoutService: { Binding: string; Location: string }[]
}

interface Provider {
  parseLoginRequest(service: Service, binding: 'redirect', message: { query: Record<string, string> }): Promise<Request>
  createLoginResponse(
    service: Service,
    request: Request,
    binding: 'post',
    user: object,
    options: { customTagReplacement(): { id: string; context: string } },
  ): Promise<{ context: string }>
}

interface Samlify {
  setSchemaValidator(validator: { validate(xml: string): Promise<string> }): void
  IdentityProvider(settings: ProviderSettings): Provider
  ServiceProvider(settings: ServiceSettings): Service
  SamlLib: { replaceTagsByValue(xml: string, values: Record<string, string | undefined>): string }
}

/** The parts in use, with types of ours, because its own declare a browser's globals for every file. */
export const samlify: Samlify = createRequire(import.meta.url)('samlify')
