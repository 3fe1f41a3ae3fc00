import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'

/** A person as the operator of the installation sees them (docs/interface.md#the-installation). */
export const InstallationPerson = z
  .strictObject({
    object: z.literal('installation-person'),
    id: Id,
    name: z.string(),
    email: z.string(),
    createdAt: Timestamp,
    disabled: z.boolean(),
    /** The number of memberships, disabled ones too. */
    organizations: z.number().int(),
    /** The number of valid tokens. */
    tokens: z.number().int(),
  })
  .meta({ id: 'InstallationPerson' })

export const InstallationOrganization = z
  .strictObject({
    object: z.literal('installation-organization'),
    id: Id,
    title: z.string(),
    hostname: z.string().nullable(),
    createdAt: Timestamp,
    members: z.number().int(),
    /** The addresses of up to ten administrators. */
    administrators: z.array(z.string()),
  })
  .meta({ id: 'InstallationOrganization' })

const Moment = Timestamp.nullable()

/** A deleted organization, and the moments from which services have nothing of it. */
export const OrganizationDeletion = z
  .strictObject({
    object: z.literal('organization-deletion'),
    id: Id,
    deletedAt: Timestamp,
    /** The moment from which every service knew of it; null while one may not. */
    inForceAt: Moment,
    purgedAt: z.strictObject({ identity: Moment, content: Moment, sites: Moment, ai: Moment }),
    isComplete: z.boolean(),
  })
  .meta({ id: 'OrganizationDeletion' })

const figure = z.number().nullable()

/** Sizes of the installation; null where identity does not know. */
export const InstallationFigures = z
  .strictObject({
    object: z.literal('installation-figures'),
    people: figure,
    organizations: figure,
    sites: figure,
    databaseBytes: z.strictObject({ identity: figure }),
    /** The figures that are estimates. */
    estimated: z.array(z.string()),
  })
  .meta({ id: 'InstallationFigures' })

/** The number of tokens that were ended with what was done to a person. */
export const EndedTokens = z.strictObject({ ended: z.number().int() }).meta({ id: 'EndedTokens' })
