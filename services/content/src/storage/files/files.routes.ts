import { fileOperations } from '@quire/contracts'
import { implement } from '../context.ts'

export const fileRoutes = implement(fileOperations, {
  downloadFile: async ({ deps, params }) => deps.files.download(params.token),
})
