import { z } from 'zod'
import { IntegrationScope } from '../shared/integration-scope.ts'
import { Id, Url } from '../shared/primitives.ts'

/** Parts of a manifest: what an organization declares about an integration when it publishes one (docs/interface.md#integrations). */

/** The names that can be published; a name is part of addresses and of tags in markdown. */
export const integrationNamePattern = /^[a-zA-Z0-9-_.]+$/

export const IntegrationCategory = z
  .enum(['analytics', 'collaboration', 'content', 'gitsync', 'marketing', 'visitor-auth', 'other'])
  .meta({ id: 'IntegrationCategory' })

/** The things that an integration can be installed on. */
export const IntegrationTarget = z.enum(['all', 'site', 'space', 'organization']).meta({ id: 'IntegrationTarget' })
export type IntegrationTarget = z.infer<typeof IntegrationTarget>

/** `public` integrations are listed for everybody; `unlisted` ones can be found by name; `private` ones by their organization. */
export const IntegrationVisibility = z.enum(['public', 'private', 'unlisted']).meta({ id: 'IntegrationVisibility' })
export type IntegrationVisibility = z.infer<typeof IntegrationVisibility>

const ComponentId = z.string().min(1).max(100)
const Title = z.string().min(2).max(40)
const Description = z.string().max(150)
const httpsOnly = 'must be an https address'
/** The address of a server of the integration, without credentials in it. */
export const EndpointUrl = Url.refine((url) => {
  const { username, password } = URL.parse(url) ?? {}
  return !username && !password
}, 'must hold no user name or password')
const HttpsUrl = EndpointUrl.refine((url) => url.startsWith('https://'), httpsOnly)

export const IntegrationBlock = z
  .object({
    id: ComponentId,
    title: Title,
    description: Description.optional(),
    icon: z.string().max(2048).optional(),
    urlUnfurl: z.array(z.string().max(500)).max(50).optional(),
    markdown: z.object({ codeblock: z.string().max(100), body: z.string().max(100) }).optional(),
  })
  .meta({ id: 'IntegrationBlock' })
export type IntegrationBlock = z.infer<typeof IntegrationBlock>

const Component = z.object({ componentId: ComponentId })

const IntegrationContentSource = z
  .object({
    id: ComponentId,
    title: Title,
    description: Description.optional(),
    icon: z.string().max(2048).optional(),
    configuration: Component,
  })
  .meta({ id: 'IntegrationContentSource' })

const described = { title: z.string().max(30).optional(), description: z.string().max(100).optional() }
const Property = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('string'),
      ...described,
      default: z.string().max(1024).optional(),
      completion_url: z.string().max(2048).optional(),
      enum: z.array(z.string().max(200)).max(100).optional(),
      /** Quire's own: the value is sealed where it is kept, and answered as a mask. */
      secret: z.boolean().optional(),
    }),
    z.object({ type: z.literal('number'), ...described, default: z.number().optional() }),
    z.object({ type: z.literal('boolean'), ...described, default: z.boolean().optional() }),
    z.object({
      type: z.literal('button'),
      ...described,
      callback_url: z.string().max(2048),
      button_text: z.string().max(100),
    }),
  ])
  .meta({ id: 'IntegrationConfigurationProperty' })

const maxProperties = 50

/** Named values with a greatest number, which is checked first: a thousand wrong ones would cause as many errors. */
const named = <Value extends z.ZodType>(value: Value, most: number) =>
  z.preprocess(
    (given, context) => {
      if (Object.keys(Object(given)).length > most) context.addIssue(`must be ${most} at most`)
      return given
    },
    z.record(z.string().min(1).max(100), value),
  )

const ConfigurationSchema = z.object({
  properties: named(Property, maxProperties),
  required: z.array(z.string().max(100)).max(maxProperties).optional(),
})

const IntegrationConfiguration = z.union([ConfigurationSchema, Component])

/** The configurations that an installation takes: on the organization, on a space, on a site. */
export const IntegrationConfigurations = z
  .object({ account: IntegrationConfiguration, space: IntegrationConfiguration, site: IntegrationConfiguration })
  .partial()
  .meta({ id: 'IntegrationConfigurations' })
export type IntegrationConfigurations = z.infer<typeof IntegrationConfigurations>

/** The directives that an integration can widen the policy of published pages by. */
export const integrationPolicyDirectives = [
  ...(['script-src', 'connect-src', 'img-src', 'style-src'] as const),
  ...(['font-src', 'frame-src', 'media-src'] as const),
]
export type IntegrationPolicyDirective = (typeof integrationPolicyDirectives)[number]

/** Hosts over https, with a port or a wildcard for subdomains, separated by blanks: nothing that would admit any code. */
const hosts = /^\s*(?:https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d{1,5})?(?:\s+|$))*$/i
const IntegrationContentSecurityPolicy = z
  .union([z.string().max(4096), named(z.string().max(1024), 20)])
  .refine(
    (given) => readPolicy(given) !== undefined,
    `must be directives of ${integrationPolicyDirectives.join(', ')}, each with hosts such as https://cdn.example.com`,
  )
  .meta({ id: 'IntegrationContentSecurityPolicy' })
export type IntegrationContentSecurityPolicy = z.infer<typeof IntegrationContentSecurityPolicy>

/** Returns the hosts of a policy by directive; undefined if it has another directive or another kind of source. */
export function readPolicy(
  policy: string | Readonly<Record<string, string | undefined>>,
): Map<IntegrationPolicyDirective, string[]> | undefined {
  const directives = typeof policy === 'string' ? policy.split(';').map(split) : Object.entries(policy)
  const read = new Map<IntegrationPolicyDirective, string[]>()
  for (const [name, value] of directives) {
    if (!name) continue
    const directive = integrationPolicyDirectives.find((one) => one === name)
    const sources = String(value ?? '')
    if (!directive || !hosts.test(sources)) return undefined
    read.set(directive, [...(read.get(directive) ?? []), ...sources.split(/\s+/).filter(Boolean)])
  }
  return read
}

function split(directive: string): [string, string] {
  const [name = '', ...sources] = directive.trim().split(/\s+/)
  return [name.toLowerCase(), sources.join(' ')]
}

/** The parts of a manifest that are stored together, as they were published. */
export const IntegrationManifest = z.object({
  title: z.string().min(2).max(30),
  description: z.string().max(100),
  summary: z.string().max(2048).optional(),
  scopes: z.array(IntegrationScope).max(20),
  categories: z.array(IntegrationCategory).max(7).default([]),
  blocks: z.array(IntegrationBlock).max(50).optional(),
  contentSources: z.array(IntegrationContentSource).max(20).optional(),
  externalLinks: z
    .array(z.object({ url: Url, label: z.string().max(100) }))
    .max(5)
    .default([]),
  configurations: IntegrationConfigurations.optional(),
  contentSecurityPolicy: IntegrationContentSecurityPolicy.optional(),
  /** Quire's own: the script that published pages of its sites load. It takes the scope `site:script:inject`. */
  siteScript: HttpsUrl.optional(),
})
export type IntegrationManifest = z.infer<typeof IntegrationManifest>

/** Publishes a manifest; absent fields take their defaults, since each publication replaces the previous one. */
export const PublishIntegration = IntegrationManifest.extend({
  /** The id or hostname of the organization. */
  organization: Id,
  visibility: IntegrationVisibility.default('private'),
  target: IntegrationTarget.default('all'),
  /** Quire's own: the address that receives signed events, and renders blocks. */
  endpoint: EndpointUrl.optional(),
  /** Code that runs here, where the operator lets it (docs/adr/0054). An integration has that or an endpoint. */
  script: z.string().max(5_000_000).optional(),
  /** Values for the code by name. */
  secrets: named(z.string().max(10_000), 20).optional(),
  runtime: z.enum(['v1', 'v2']).optional(),
})
