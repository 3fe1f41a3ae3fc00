import { defineEntity } from '@mikro-orm/postgresql'

/** An organization that an operator has deleted, and the job that deletes what is left of it (docs/adr/0064). */
export const DeletedOrganization = defineEntity({
  name: 'DeletedOrganization',
  tableName: 'deleted_organization',
  properties: (p) => ({
    id: p.text().primary(),
    version: p.integer().default(1),
    /** The version of the organization's removal. */
    organizationVersion: p.integer(),
    deletedAt: p.datetime(3).defaultRaw('now()'),
    /** The time from which every service knows it. */
    inForceAt: p.datetime(3).nullable(),
    /** The time at which the purge here began. */
    lookedAt: p.datetime().nullable(),
    /** The times from which a service has nothing left. */
    identityPurgedAt: p.datetime(3).nullable(),
    contentPurgedAt: p.datetime(3).nullable(),
    sitesPurgedAt: p.datetime(3).nullable(),
    aiPurgedAt: p.datetime(3).nullable(),
  }),
})
