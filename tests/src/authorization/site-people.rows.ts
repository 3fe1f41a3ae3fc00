import { inside, type Rows } from './row-types.ts'

export const sitePeopleRows: Rows = {
  listPermissionsAggregateInSite: { least: 'create', ok: 200, ...inside },
}
