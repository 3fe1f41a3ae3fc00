import type { SealedColumn } from '@quire/kit'
import { secretOf } from './git-task.ts'
import { previewKeyAt } from './previews/preview-rows.ts'
import { sealedAt } from './sync/sync-rows.ts'

const ofSync = (column: Parameters<typeof sealedAt>[1]): SealedColumn => ({
  ...{ table: 'git_sync', id: 'id', column },
  contextOf: (id) => sealedAt(id, column),
})

/** All columns of content with sealed values. */
export const sealedColumns: readonly SealedColumn[] = [
  ...(['secret', 'webhook_secret', 'ssh_key'] as const).map(ofSync),
  { table: 'git_preview', id: 'id', column: 'key', contextOf: previewKeyAt },
  { table: 'import_run', id: 'id', column: 'git_secret', contextOf: secretOf },
]
