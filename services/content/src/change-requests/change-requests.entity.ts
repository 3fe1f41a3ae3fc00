import { defineEntity, p } from '@mikro-orm/postgresql'

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged'

/** A line of revisions that starts at one of the space's. */
export const ChangeRequestEntity = defineEntity({
  name: 'ChangeRequest',
  tableName: 'change_request',
  properties: {
    id: p.text().primary(),
    spaceId: p.text(),
    number: p.integer(),
    status: p.text().$type<ChangeRequestStatus>(),
    subject: p.text(),
    createdBy: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    revision: p.text(),
    revisionInitial: p.text(),
    revisionMergedAncestor: p.text().nullable(),
    revisionMerged: p.text().nullable(),
    comments: p.integer(),
    agentTaskId: p.text().nullable(),
  },
})
