import { visibleLevel } from '@quire/access'
import type { GrantState } from '@quire/contracts'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../database.ts'

export type GrantRow = Selectable<Tables['access_grant']>

export function grantState(row: GrantRow): z.input<typeof GrantState> {
  return {
    scopeId: row.scope_id,
    scopeKind: row.scope_kind,
    subjectId: row.subject_id,
    subjectKind: row.subject_kind,
    organizationId: row.organization_id,
    role: visibleLevel(row.role),
    version: Number(row.version),
  }
}
