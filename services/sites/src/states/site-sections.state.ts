import type { Selectable } from 'kysely'
import type { Tables } from '../database.ts'

export type SectionRow = Selectable<Tables['site_section']>
export type SectionGroupRow = Selectable<Tables['site_section_group']>
