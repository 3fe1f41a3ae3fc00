import { z } from 'zod'
import { Id, Url } from '../shared/primitives.ts'

const importSources = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const
/** See docs/interface.md#imports. */
export const ImportContent = z.object({ url: Url, source: z.enum(importSources) })
export const ImportContentResult = z.strictObject({
  revision: Id,
  importedResources: z.number().int(),
  totalResources: z.number().int(),
})
