import { z } from 'zod'
import { Space } from '../content/spaces.ts'
import { Id, Timestamp } from '../shared/primitives.ts'
import { Site } from '../sites/sites.ts'
import { Integration } from './integrations.ts'

/** Replaces the value of a secret property of a configuration. */
export const maskedConfigurationValue = '••••••••'

/** `pending` until its required configuration is there, `paused` if its endpoint failed for too long. */
export const IntegrationInstallationStatus = z
  .enum(['active', 'pending', 'paused'])
  .meta({ id: 'IntegrationInstallationStatus' })
export type IntegrationInstallationStatus = z.infer<typeof IntegrationInstallationStatus>

const Selection = z.enum(['all', 'selected'])
const ExternalIds = z.array(z.string().min(1).max(200)).max(5)
const maxConfigurationBytes = 16_000
/** Values by name. An integration with a schema for them has them checked; else they are any values. */
const Configuration = z
  .record(z.string().max(100), z.unknown())
  .refine(
    (given) => JSON.stringify(given).length <= maxConfigurationBytes,
    `must be ${maxConfigurationBytes} bytes at most`,
  )
const PresentedConfiguration = z.record(z.string(), z.unknown())

/** An integration on an organization (docs/interface.md#installations). */
export const IntegrationInstallation = z
  .strictObject({
    id: Id,
    integration: z.string(),
    status: IntegrationInstallationStatus,
    space_selection: Selection,
    site_selection: Selection,
    spaces: z.number().int(),
    configuration: PresentedConfiguration,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.strictObject({
      location: z.string(),
      app: z.string(),
      publicEndpoint: z.string(),
      publicContentEndpoint: z.string(),
    }),
    externalIds: z.array(z.string()),
    target: z.strictObject({ organization: Id }),
  })
  .meta({ id: 'IntegrationInstallation' })
export type IntegrationInstallation = z.infer<typeof IntegrationInstallation>

const onContent = {
  integration: z.string(),
  installation: Id,
  status: IntegrationInstallationStatus,
  configuration: PresentedConfiguration,
  externalIds: z.array(z.string()),
  urls: z.strictObject({ location: z.string(), publicEndpoint: z.string(), publicContentEndpoint: z.string() }),
}

/** An integration on a space. */
export const IntegrationSpaceInstallation = z
  .strictObject({ ...onContent, space: z.union([Id, Space]) })
  .meta({ id: 'IntegrationSpaceInstallation' })
export type IntegrationSpaceInstallation = z.infer<typeof IntegrationSpaceInstallation>

/** An integration on a site. */
export const IntegrationSiteInstallation = z
  .strictObject({ ...onContent, site: z.union([Id, Site]) })
  .meta({ id: 'IntegrationSiteInstallation' })
export type IntegrationSiteInstallation = z.infer<typeof IntegrationSiteInstallation>

/** Absent fields stay unchanged. */
export const UpdateIntegrationInstallation = z
  .object({
    externalIds: ExternalIds,
    configuration: Configuration,
    space_selection: Selection,
    site_selection: Selection,
  })
  .partial()
export const UpdateIntegrationContentInstallation = z
  .object({ externalIds: ExternalIds, configuration: Configuration })
  .partial()

/** An integration on the organization, or on one of its spaces or sites. */
export const InstalledIntegration = z
  .strictObject({
    status: IntegrationInstallationStatus,
    integration: Integration,
    target: z.union([
      z.strictObject({ type: z.literal('organization'), organizationId: Id }),
      z.strictObject({ type: z.literal('space'), spaceId: Id }),
      z.strictObject({ type: z.literal('site'), siteId: Id }),
    ]),
  })
  .meta({ id: 'InstalledIntegration' })

/** An integration with its installation on an organization. */
export const OrganizationInstallation = z.strictObject({
  installation: IntegrationInstallation,
  integration: Integration,
})
