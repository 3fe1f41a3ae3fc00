import { uploadOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { announceUpload } from './announce-upload.ts'
import { receiveUpload } from './receive-upload.ts'

export const uploadRoutes = implement(uploadOperations, {
  generateStorageUploadURL: announceUpload,
  uploadFile: receiveUpload,
})
