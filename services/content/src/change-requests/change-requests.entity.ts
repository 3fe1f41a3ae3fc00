import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LevelOrInherit } from '@quire/access'

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged'

/** A line of revisions that starts at one of the space's. */
export const ChangeRequestEntity = defineEntity({
  name: 'ChangeRequest',
  tableName: 'change_request',
  properties: {
    id: p.text().primary(),
    spaceId: p.text(),
    /*
     * COPIES of the space's columns of these names, for the indexes of the organization's list. They cannot go astray:
     * the foreign key `change_request_place` carries every change of the space's row (a move, a transfer, a default level)
     * on to its change requests. Never set them but at creation, from the space's row.
     */
    organizationId: p.text(),
    defaultScope: p.text(),
    defaultLevel: p.text().$type<LevelOrInherit>(),
    number: p.integer(),
    status: p.text().$type<ChangeRequestStatus>(),
    subject: p.text(),
    /** Markdown. */
    description: p.text().nullable(),
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
