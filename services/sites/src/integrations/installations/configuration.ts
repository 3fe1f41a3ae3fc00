import { type IntegrationConfigurations, maskedConfigurationValue } from '@quire/contracts'
import { badRequest, type Sealer } from '@quire/kit'

type Declared = IntegrationConfigurations[keyof IntegrationConfigurations]

/** A configuration as it is stored: secret values are sealed, and beside the others. */
interface StoredConfiguration {
  configuration: Record<string, unknown>
  secrets: Record<string, string>
}

interface Given {
  given: Record<string, unknown>
  /** The declaration of the manifest; without a schema, any values are allowed. */
  declared: Declared | undefined
  stored: StoredConfiguration
  sealer: Sealer
  /** Returns the context that a secret value is sealed for. */
  contextOf: (property: string) => string
}

/** The contexts that secret values of an installation are sealed for. */
export const installationSecretContext = (id: string, property: string) => `integration_installation.${id}.${property}`
export const contentSecretContext = (id: string, property: string) => `integration_content.${id}.${property}`

const schemaOf = (declared: Declared | undefined) => (declared && 'properties' in declared ? declared : undefined)

/**
 * Checks a configuration, which replaces the stored one, and seals its secret values; the mask stands for the stored
 * value. Throws 400 naming the property that is unknown, of another type, or not one of its values.
 */
export function replaceConfiguration({ given, declared, stored, sealer, contextOf }: Given): StoredConfiguration {
  const schema = schemaOf(declared)
  if (!schema) return { configuration: given, secrets: {} }
  const configuration: Record<string, unknown> = {}
  const secrets: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = `body.configuration.${name}`
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (!property || property.type === 'button')
      throw badRequest(field, 'is not in the configuration of this integration')
    if (typeof value !== property.type) throw badRequest(field, `must be a ${property.type}`)
    if (property.type === 'string' && property.enum && !property.enum.includes(String(value)))
      throw badRequest(field, `must be one of: ${property.enum.join(', ')}`)
    if (property.type !== 'string' || !property.secret) configuration[name] = value
    else secrets[name] = sealedValue(String(value), stored.secrets[name], { field, sealer, context: contextOf(name) })
  }
  return { configuration, secrets }
}

function sealedValue(
  value: string,
  stored: string | undefined,
  { field, sealer, context }: { field: string; sealer: Sealer; context: string },
): string {
  if (value !== maskedConfigurationValue) return sealer.seal(value, context)
  if (stored === undefined) throw badRequest(field, 'has no value yet that the mask could stand for')
  return stored
}

/** Returns the configuration with the defaults of the schema, and with masks for secret values. */
export function presentConfiguration({ configuration, secrets }: StoredConfiguration, declared?: Declared) {
  const masks = Object.fromEntries(Object.keys(secrets).map((name) => [name, maskedConfigurationValue]))
  return { ...defaultsOf(declared), ...configuration, ...masks }
}

/** Returns the configuration with all values in clear, for the integration itself. */
export function openConfiguration(
  { configuration, secrets }: StoredConfiguration,
  { declared, sealer, contextOf }: Pick<Given, 'declared' | 'sealer' | 'contextOf'>,
): Record<string, unknown> {
  const opened = Object.entries(secrets).map(([name, sealed]) => [name, sealer.open(sealed, contextOf(name))])
  return { ...defaultsOf(declared), ...configuration, ...Object.fromEntries(opened) }
}

/** Returns `pending` until every required value is there. */
export function statusOf(stored: StoredConfiguration, declared: Declared | undefined): 'active' | 'pending' {
  const present = { ...defaultsOf(declared), ...stored.configuration, ...stored.secrets }
  const required = schemaOf(declared)?.required ?? []
  return required.every((name) => Object.hasOwn(present, name)) ? 'active' : 'pending'
}

function defaultsOf(declared: Declared | undefined): Record<string, unknown> {
  const properties = Object.entries(schemaOf(declared)?.properties ?? {})
  return Object.fromEntries(
    properties.flatMap(([name, property]) =>
      property.type !== 'button' && property.default !== undefined ? [[name, property.default]] : [],
    ),
  )
}
