import type { uploadKinds } from '@quire/contracts'
import type { Generated } from 'kysely'

export type UploadKind = (typeof uploadKinds)[number]

export interface UploadTables {
  upload: {
    id: string
    organization_id: string
    /** The membership of the person who announced it; a person who rejoins has a new one. */
    member_id: string
    user_id: string
    /** The account that the upload counts for, and its origin (docs/adr/0029). */
    account: Generated<string>
    origin: Generated<string>
    kind: UploadKind
    name: string
    /** The announced size in bytes. */
    size: number
    /** Names the bytes in the blob store; null until they are complete. */
    blob: string | null
    /** True once its bytes are being deleted; it can no longer be opened. */
    swept: Generated<boolean>
    kept_until: Date
  }
}
