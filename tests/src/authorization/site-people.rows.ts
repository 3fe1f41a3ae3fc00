import { inside, type Rows } from './rows.ts'

export const sitePeopleRows: Rows = {
  listPermissionsAggregateInSite: { least: 'create', ok: 200, ...inside },
}
