import type { uploadKinds } from '@quire/contracts'
import type { Generated } from 'kysely'

export type UploadKind = (typeof uploadKinds)[number]

export interface UploadTables {
  upload: {
    id: string
    organization_id: string
    /** Of whoever announced it: who leaves and comes back begins anew. */
    member_id: string
    user_id: string
    kind: UploadKind
    name: string
    /** As it was announced, in bytes. */
    size: number
    /** Names the bytes in the blob store; null until they are there whole. */
    blob: string | null
    /** Its bytes are being removed: nobody opens it any more. */
    swept: Generated<boolean>
    kept_until: Date
  }
}
