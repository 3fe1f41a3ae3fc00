import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LevelOrInherit } from '@quire/access'

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged'

/** A change request: a branch that starts at a revision of the space. */
export const ChangeRequestEntity = defineEntity({
  name: 'ChangeRequest',
  tableName: 'change_request',
  properties: {
    id: p.text().primary(),
    spaceId: p.text(),
    /*
     * COPIES of the space's columns with the same names, for the indexes of the organization's list. The copies cannot
     * diverge: the foreign key `change_request_place` cascades every change of the space's row (a move, a transfer, a
     * default level) to its change requests. Set only at creation, from the space's row.
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
