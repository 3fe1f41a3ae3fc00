import { buffer } from 'node:stream/consumers'
import { uploadedFontOperations, uploadOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { announceUpload, announceUploadToSpace } from './announce-upload.ts'
import { openUpload } from './open-upload.ts'
import { receiveUpload } from './receive-upload.ts'

export const uploadRoutes = implement(uploadOperations, {
  generateStorageUploadURL: announceUpload,
  generateSpaceUploadURL: announceUploadToSpace,
  uploadFile: receiveUpload,
})

export const uploadedFontRoutes = implement(uploadedFontOperations, {
  async readUploadedFont(context) {
    const { organizationId } = context.params
    const upload = await openUpload(context, { kind: 'customization_font', organizationId, ...context.body })
    return upload ? { base64: (await buffer(await upload.stream())).toString('base64') } : {}
  },
})
