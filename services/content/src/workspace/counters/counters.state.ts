import type { GrantedSpacesState } from '@quire/contracts'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../database.ts'

export function grantedSpacesState(row: Selectable<Tables['granted_spaces']>): z.input<typeof GrantedSpacesState> {
  return {
    subjectId: row.subject_id,
    subjectKind: row.subject_kind,
    organizationId: row.organization_id,
    spaces: row.spaces,
    version: Number(row.version),
  }
}
