import { z } from 'zod'
import { Timestamp } from '../shared/primitives.ts'

const unsignedClaims = 'Unsigned claims of the site visitor.'
/** A name of a claim or value in conditions: a text that fits on one line. */
const Name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}+$/u, 'must have no control characters')
const Choice = z
  .string()
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must have no control characters')

/** The published schema requires a description; interface.md does not. */
const described = { description: z.string().max(256).default('') }
const closed = { additionalProperties: z.literal(false) }

const Flag = z.strictObject({ type: z.literal('boolean'), ...described })
const Text = z.strictObject({
  type: z.literal('string'),
  ...described,
  enum: z.array(Choice).min(1).max(100).optional(),
})
const Amount = z.strictObject({ type: z.literal('number'), ...described })
const primitives = [Flag, Text, Amount] as const
const List = z.strictObject({ type: z.literal('array'), ...described, items: z.discriminatedUnion('type', primitives) })
const Group = z.strictObject({
  type: z.literal('object'),
  ...described,
  get properties() {
    return z.record(Name, AdaptiveClaim)
  },
  ...closed,
})

type AdaptivePrimitive = z.output<(typeof primitives)[number]>
/** The type that a site expects of one claim of its visitors. */
export type AdaptiveClaim =
  | AdaptivePrimitive
  | { type: 'array'; description: string; items: AdaptivePrimitive }
  | { type: 'object'; description: string; properties: AdaptiveClaims; additionalProperties: false }
export type AdaptiveClaims = Record<string, AdaptiveClaim>
export const AdaptiveClaim: z.ZodType<AdaptiveClaim, unknown> = z
  .lazy(() => z.discriminatedUnion('type', [...primitives, List, Group]))
  .meta({ id: 'SiteAdaptiveJSONSchemaClaimsProperties' })

const Unsigned = z.strictObject({
  type: z.literal('object'),
  description: z.literal(unsignedClaims).default(unsignedClaims),
  properties: z.record(Name, AdaptiveClaim),
  ...closed,
})

/** The claims that a site expects of its visitors (docs/interface.md#adaptive-content). */
export const AdaptiveJsonSchema = z
  .strictObject({
    $schema: z.literal('http://json-schema.org/draft-07/schema#').optional(),
    type: z.literal('object'),
    properties: z.object({ unsigned: Unsigned.optional() }).catchall(AdaptiveClaim),
    ...closed,
  })
  .superRefine(refuseTooMuch)
  .meta({ id: 'SiteAdaptiveJSONSchema' })
export type AdaptiveJsonSchema = z.output<typeof AdaptiveJsonSchema>

const max = { claims: 100, choices: 500, levels: 5 }

/** Bounds a schema, which is walked for each visitor and gives a template for each claim and choice. */
function refuseTooMuch({ properties }: { properties: object }, context: z.RefinementCtx): void {
  let claims = 0
  let choices = 0
  walk(properties, ['properties'])

  function walk(named: object, path: string[]): void {
    for (const [name, claim] of Object.entries(named)) {
      const here = [...path, name]
      claims += 1
      choices += choicesIn(claim)
      const problem = problemOf(name, here)
      if (problem) context.addIssue({ code: 'custom', path: here, message: problem })
      else if ('properties' in claim) walk(claim.properties, [...here, 'properties'])
      if (problem) return
    }
  }

  function problemOf(name: string, path: string[]): string | undefined {
    if (claims > max.claims) return `is one claim more than the ${max.claims} that a schema may name`
    if (choices > max.choices) return `brings more than the ${max.choices} values that a schema may name`
    if (path.length > 2 * max.levels) return `is nested more than ${max.levels} levels deep`
    return Name.safeParse(name).error?.issues[0]?.message
  }
}

function choicesIn(claim: AdaptiveClaim): number {
  const { enum: choices } = claim.type === 'array' ? { enum: undefined, ...claim.items } : { enum: undefined, ...claim }
  return choices?.length ?? 0
}

/** See docs/interface.md#adaptive-content. */
export const SiteAdaptiveSchema = z
  .strictObject({ object: z.literal('site-adaptive-schema'), jsonSchema: AdaptiveJsonSchema, updatedAt: Timestamp })
  .meta({ id: 'SiteAdaptiveSchema' })

export const SetSiteAdaptiveSchema = z.object({ jsonSchema: AdaptiveJsonSchema })

const SiteAdaptiveTemplateCondition = z
  .strictObject({ description: z.string(), condition: z.string() })
  .meta({ id: 'SiteAdaptiveTemplateCondition' })
export const TemplateConditions = z.strictObject({ items: z.array(SiteAdaptiveTemplateCondition) })
export type TemplateCondition = z.output<typeof SiteAdaptiveTemplateCondition>
