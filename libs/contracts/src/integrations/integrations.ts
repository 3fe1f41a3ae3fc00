import { z } from 'zod'
import { Organization } from '../identity/organization.ts'
import { IntegrationBlock, IntegrationManifest, IntegrationTarget, IntegrationVisibility } from './manifest.ts'

/** A published integration (docs/interface.md#integrations). */
export const Integration = z
  .strictObject({
    object: z.literal('integration'),
    name: z.string(),
    version: z.number().int(),
    ...IntegrationManifest.shape,
    categories: IntegrationManifest.shape.categories.unwrap(),
    externalLinks: IntegrationManifest.shape.externalLinks.unwrap(),
    previewImages: z.array(z.string()),
    target: IntegrationTarget,
    /** True for those that Quire ships. */
    verified: z.boolean(),
    visibility: IntegrationVisibility,
    owner: Organization,
    urls: z.strictObject({
      location: z.string(),
      app: z.string(),
      assets: z.string(),
      publicEndpoint: z.string(),
      /** Later clients know it; the same address. */
      publicContentEndpoint: z.string(),
    }),
    permissions: z.strictObject({ admin: z.boolean() }),
    /** The address that receives events; only for administrators of the organization that publishes it. */
    endpoint: z.string().optional(),
  })
  .meta({ id: 'Integration' })
export type Integration = z.infer<typeof Integration>

/** The blocks of the integrations that are enabled in a space. */
export const SpaceIntegrationBlocks = z
  .array(z.strictObject({ name: z.string(), blocks: z.array(IntegrationBlock) }))
  .meta({ id: 'SpaceIntegrationBlocks' })
