import { anyone, organizationRole, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { SpaceUpload, StorageUpload, StorageUploadURL, uploadLimits } from './uploads.ts'

/** Signed downloads: the address itself is the permission, and it expires (docs/interface.md#files). */
export const fileOperations = operations('content', {
  downloadFile: {
    method: 'GET',
    path: '/v1/downloads/{token}',
    summary: 'Download a file by the address in its `downloadURL`',
    access: anyone,
    replies: { 200: null },
    download: true,
  },
})

/** Uploads: the address is the permission to send one file, and it expires (docs/interface.md#uploads). */
export const uploadOperations = operations('content', {
  generateStorageUploadURL: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/storage/upload',
    summary: 'Get an address to upload a file to',
    access: organizationRole('edit'),
    body: StorageUpload,
    replies: { 201: StorageUploadURL },
    secret: true,
  },
  generateSpaceUploadURL: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/storage/upload',
    summary: 'Get an address to upload a file to, for the pages of a space or an import into it',
    access: spaceRole('edit'),
    body: SpaceUpload,
    replies: { 201: StorageUploadURL },
    secret: true,
  },
  uploadFile: {
    method: 'PUT',
    path: '/v1/uploads/{uploadToken}',
    summary: 'Upload a file to the address that was made for it',
    access: anyone,
    upload: true,
    bodyLimit: uploadLimits.import_file,
    slow: true,
    replies: { 204: null },
  },
})
