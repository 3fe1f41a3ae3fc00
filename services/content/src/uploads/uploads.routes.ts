import { uploadOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { announceUpload } from './announce.ts'
import { receiveUpload } from './receive.ts'

export const uploadRoutes = implement(uploadOperations, {
  generateStorageUploadURL: announceUpload,
  uploadFile: receiveUpload,
})
