import { defineEntity } from '@mikro-orm/postgresql'

export const User = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: (p) => ({
    id: p.text().primary(),
    version: p.integer().default(1),
    displayName: p.text(),
    email: p.text(),
    photoURL: p.text().nullable().fieldName('photo_url'),
    /** The organization whose provider created the account; null if its owner has proved it (docs/adr/0014). */
    vouchedBy: p.text().nullable(),
    /** True while only SCIM has given the address: no sign-in through the organization's provider has asserted it. */
    addressByScim: p.boolean().default(false),
    /** A keyed hash of the address at which it was created; null if that is not known. */
    origin: p.text().nullable(),
    /** Set for a person to whom the operator of the installation admits no sign-in, or whom they deleted. */
    disabledAt: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})
