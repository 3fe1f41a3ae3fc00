import { shownLevel } from '@quire/access'
import type { GrantedSpacesState, GrantState } from '@quire/contracts'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../database.ts'

export type GrantRow = Selectable<Tables['access_grant']>

export function grantState(row: GrantRow): z.input<typeof GrantState> {
  return {
    scopeId: row.scope_id,
    scopeKind: row.scope_kind,
    subjectId: row.subject_id,
    subjectKind: row.subject_kind,
    organizationId: row.organization_id,
    role: shownLevel(row.role),
    version: Number(row.version),
  }
}

export function grantedSpacesState(row: Selectable<Tables['granted_spaces']>): z.input<typeof GrantedSpacesState> {
  return {
    subjectId: row.subject_id,
    subjectKind: row.subject_kind,
    organizationId: row.organization_id,
    spaces: row.spaces,
    version: Number(row.version),
  }
}
