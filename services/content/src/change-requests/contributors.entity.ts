import { defineEntity, p } from '@mikro-orm/postgresql'

/** What one person did in one change request, counted by kind; kept in the transaction of each contribution. */
export const ContributorEntity = defineEntity({
  name: 'ChangeRequestContributor',
  tableName: 'change_request_contributor',
  properties: {
    changeRequestId: p.text().primary(),
    userId: p.text().primary(),
    actionType: p.text().$type<'edit' | 'comment'>().primary(),
    spaceId: p.text(),
    count: p.integer(),
    /** Of the latest one. */
    updatedAt: p.datetime(),
  },
})
