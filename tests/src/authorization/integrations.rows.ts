import { manifest } from '../support/seed.ts'
import { body, inside, on, organization, type Row, type Rows, type Stage } from './row-types.ts'

/** Reading and changing what an integration may do takes an administrator: configurations hold keys of other systems. */
const administered: Row = { least: 'admin', ok: 200, ...organization }
const removed = { ...administered, ok: 205 }
const inOrganization = ({ seeded }: Stage) => ({ body: { organization: seeded.organizationId } })

/** Asks for a block in a document of the space. */
const rendering = (spaceId: string) => ({
  ...{ componentId: 'chart', props: {} },
  context: { type: 'document', theme: 'light', spaceId, editable: false },
})

/** Events are those of organizations that the caller administers. */
const unseen = { reader: 404, owner: 404, commenter: 404, editor: 404, reviewer: 404, creator: 404 } as const

export const integrationRows: Rows = {
  listIntegrations: { least: 'user', ok: 200 },
  // The seeded one is private: members see it, guests too.
  getIntegrationByName: { least: 'member', ok: 200 },
  publishIntegration: { ...administered, given: ({ seeded }) => ({ body: manifest(seeded.organizationId) }) },
  unpublishIntegration: { ...removed, stranger: 204, given: on('integration') },
  listOrganizationIntegrations: { least: 'member', ok: 200 },
  listSpaceIntegrations: { least: 'read', ok: 200, ...inside },
  listSpaceIntegrationsBlocks: { least: 'read', ok: 200, ...inside },
  listSiteIntegrationScripts: { least: 'read', ok: 200, ...inside },
  listSiteIntegrations: { least: 'read', ok: 200, ...inside },

  installIntegration: { ...administered, ok: 201, given: inOrganization },
  // Of those that the caller administers; others get an empty list.
  listIntegrationInstallations: { least: 'member', ok: 200 },
  getIntegrationInstallationById: administered,
  updateIntegrationInstallation: { ...administered, given: body({ configuration: { channel: 'docs' } }) },
  uninstallIntegration: { ...removed, given: on('installation') },
  listOrganizationInstallations: administered,
  listOrganizationIntegrationsStatus: { least: 'member', ok: 200 },
  getOrganizationIntegrationStatus: { least: 'member', ok: 200 },

  listIntegrationEvents: { least: 'member', ok: 200 },
  getIntegrationEvent: { ...administered, ...inside, meets: unseen },
  replayIntegrationEvent: { ...administered, ok: 204, ...inside, meets: unseen },
  queueIntegrationTask: { ...administered, ok: 204, given: body({ task: { name: 'refresh' }, schedule: 86_400 }) },
  setIntegrationDevelopmentMode: {
    ...administered,
    ok: 204,
    given: body({ tunnelUrl: 'https://tools.example.com/dev' }),
  },
  disableIntegrationDevelopmentMode: removed,
  rotateIntegrationSigningSecret: { ...administered, ok: 201 },

  createIntegrationToken: { ...administered, ok: 201, given: body({}) },
  createIntegrationInstallationToken: administered,
  endIntegrationTokens: removed,
  // Whoever reads the space gets as far as the endpoint, which is not there.
  renderIntegrationUIWithGet: {
    ...{ least: 'read', ok: 409, ...inside },
    given: async ({ fresh, seeded }) => ({
      params: await fresh('installation without endpoint'),
      query: { request: JSON.stringify(rendering(seeded.spaceId)) },
    }),
  },
  renderIntegrationUIWithPost: {
    ...{ least: 'read', ok: 409, ...inside, reads: true },
    given: async ({ fresh, seeded }) => ({
      params: await fresh('installation without endpoint'),
      body: rendering(seeded.spaceId),
    }),
  },

  listIntegrationSpaceInstallations: { least: 'member', ok: 200 },
  listIntegrationInstallationSpaces: administered,
  installIntegrationOnSpace: {
    ...administered,
    ok: 201,
    given: ({ seeded }) => ({ body: { space: seeded.spaceId } }),
  },
  getIntegrationSpaceInstallation: administered,
  updateIntegrationSpaceInstallation: { ...administered, given: body({ externalIds: ['one'] }) },
  uninstallIntegrationFromSpace: { ...removed, given: on('installation on content') },

  listIntegrationSiteInstallations: { least: 'member', ok: 200 },
  listIntegrationInstallationSites: administered,
  installIntegrationOnSite: { ...administered, ok: 201, given: ({ seeded }) => ({ body: { siteId: seeded.siteId } }) },
  getIntegrationSiteInstallation: administered,
  updateIntegrationSiteInstallation: { ...administered, given: body({ externalIds: ['one'] }) },
  uninstallIntegrationFromSite: { ...removed, given: on('installation on content') },
}
