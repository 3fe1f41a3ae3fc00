import { defineEntity, p } from '@mikro-orm/postgresql'

/** Contributions of one person to one change request, counted by kind in the transaction of each contribution. */
export const ContributorEntity = defineEntity({
  name: 'ChangeRequestContributor',
  tableName: 'change_request_contributor',
  properties: {
    changeRequestId: p.text().primary(),
    userId: p.text().primary(),
    actionType: p.text().$type<'edit' | 'comment'>().primary(),
    spaceId: p.text(),
    count: p.integer(),
    /** Time of the latest contribution. */
    updatedAt: p.datetime(),
  },
})
