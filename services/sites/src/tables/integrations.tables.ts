import type {
  IntegrationInstallationStatus,
  IntegrationManifest,
  IntegrationScope,
  IntegrationTarget,
  IntegrationVisibility,
} from '@quire/contracts'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** A value that is written as JSON. */
type Json<Value> = ColumnType<Value, string, string>
type Time = ColumnType<Date | string, Date | undefined, Date>

export interface IntegrationTables {
  integration: {
    /** Unique in any case of its letters. */
    name: string
    /** The organization that publishes it; null for those that Quire ships. */
    organization_id: string | null
    version: number
    visibility: IntegrationVisibility
    target: IntegrationTarget
    manifest: Json<IntegrationManifest>
    /** The address that receives events; null if it gets none, or if its installations name one. */
    endpoint: string | null
    /** The bundle that gets events in place of an endpoint. */
    bundle_id: string | null
    /** True if there is an endpoint, a bundle or a development address. */
    receives: GeneratedAlways<boolean>
    /** Sealed (`signingSecretContext`); null if its installations have secrets of their own. */
    signing_secret: string | null
    /** The address that receives events in place of the endpoint while the integration is developed. */
    dev_url: string | null
    /** True if the development address receives the events of all organizations. */
    dev_all: boolean
    /** Raised to end all tokens of the integration. */
    token_generation: number
    created_at: Time
    updated_at: Time
  }
  /** Code that runs here (docs/adr/0054). Each publication has a bundle of its own. */
  integration_bundle: {
    id: string
    integration: string
    script: string
    /** Values for the code by name, each sealed (`bundleSecretContext`). */
    secrets: Json<Record<string, string>>
  }
  integration_installation: {
    id: string
    integration: string
    organization_id: string
    status: IntegrationInstallationStatus
    /** The scopes that were granted when it was installed: a later version has no more until it is installed again. */
    scopes: Json<IntegrationScope[]>
    space_selection: 'all' | 'selected'
    site_selection: 'all' | 'selected'
    configuration: Json<Record<string, unknown>>
    /** Values of secret properties by name, each sealed (`configuration.ts`). */
    secrets: Json<Record<string, string>>
    external_ids: string[]
    created_at: Time
    updated_at: Time
  }
  /** An installation on one space or one site. */
  integration_content: {
    id: string
    installation_id: string
    integration: string
    organization_id: string
    /** Either the space or the site. */
    space_id: string | null
    site_id: string | null
    status: IntegrationInstallationStatus
    configuration: Json<Record<string, unknown>>
    secrets: Json<Record<string, string>>
    external_ids: string[]
  }
  /** An event for an integration; the row is the job that delivers it (docs/adr/0011). */
  integration_event: {
    id: string
    integration: string
    /** Null for tasks of the integration itself. */
    installation_id: string | null
    /** The organization of the installation; of a task, the one that publishes. */
    organization_id: string
    /** The account that the delivery counts for, and where that was created (docs/adr/0029). */
    account: string
    origin: string
    payload: Json<IntegrationPayload>
    status: 'waiting' | 'success' | 'failed'
    /** The attempts, oldest first; the last twenty. */
    log: Json<DeliveryAttempt[]>
    created_at: Time
    finished_at: Date | string | null
    claim: string | null
    claimed_until: Date | string | null
    attempts: number
  }
}

/** The published event, with its type and the ids that it is about. */
interface IntegrationPayload {
  eventId: string
  type: string
  installationId?: string
  spaceId?: string
  siteId?: string
  [name: string]: unknown
}

export interface DeliveryAttempt {
  /** ISO 8601. */
  at: string
  message: string
  isError: boolean
}
