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
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})
